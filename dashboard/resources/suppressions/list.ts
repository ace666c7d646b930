// What the list of suppressions asks for.
import type { ListSpec } from '../../lists/state/list-spec.ts';

/** The list. */
export const SUPPRESSIONS = {
  operation: 'listSuppressions',
  filters: ['origin', 'email'],
} as const satisfies ListSpec;
