// What the list of api keys asks for.
import type { ListSpec } from '../../lists/state/list-spec.ts';

/** The list. */
export const API_KEYS = { operation: 'listApiKeys', filters: [] } as const satisfies ListSpec;
