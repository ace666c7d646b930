// What the list of polls asks for.
import type { ListSpec } from '../../lists/state/list-spec.ts';

/** The polls. */
export const POLLS = { operation: 'listPolls', filters: [] } as const satisfies ListSpec;

/** Where they are, below /app. */
export const POLLS_PATH = '/campaigns/polls';
