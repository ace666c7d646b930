// The list of the polls of an account.
import type { List } from '../../../platform/db/list.ts';
import { POLL_COLUMNS, type Poll } from './poll.ts';
import { POLL_TOTALS } from './results.ts';

/** A poll and how many have voted. */
export interface PollWithTotals extends Poll {
  totalVotes: number;
  lastVoteAt: Date | null;
}

export const POLL_LIST: List<PollWithTotals> = {
  columns: `${POLL_COLUMNS}, ${POLL_TOTALS}`,
  from: 'polls',
  within: 'account_id',
};
