// What the lists of polls ask for.
import type { ListSpec } from '../../lists/state/list-spec.ts';

/** The polls. */
export const POLLS = { operation: 'listPolls', filters: [] } as const satisfies ListSpec;

/** The votes of one poll, a list inside its record. */
export const VOTES = {
  operation: 'listPollVotes',
  filters: [],
  prefix: 'votes_',
} as const satisfies ListSpec;

/** The path of the list, below /app; records are below it. */
export const POLLS_PATH = '/campaigns/polls';
