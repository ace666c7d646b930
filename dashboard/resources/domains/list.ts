// What the list of domains asks for.
import type { ListSpec } from '../../lists/state/list-spec.ts';

/** The list. */
export const DOMAINS = { operation: 'listDomains', filters: ['q', 'status'] } as const satisfies ListSpec;
