// What the list of sessions asks for.
import type { ListSpec } from '../../lists/state/list-spec.ts';

/** The list. */
export const SESSIONS = { operation: 'listSessions', filters: [] } as const satisfies ListSpec;
