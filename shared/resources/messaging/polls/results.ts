// Adds up the votes of a poll: the counters of its options, which change with each vote (write-vote.ts).
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Poll, PollOption } from './poll.ts';

/** An option and its votes. */
export interface PollResult extends PollOption {
  votes: number;
  /** The share of all votes, with one decimal; 0 without a vote. */
  percentage: number;
}

interface Count {
  optionId: string;
  votes: number;
}

/** Reads the votes of each option, in the order of the options. */
export async function findPollResults(
  database: Queryable,
  { id, options }: Pick<Poll, 'id' | 'options'>,
): Promise<PollResult[]> {
  const { rows } = await database.query<Count>({
    name: 'find-poll-results',
    text: `SELECT option_id AS "optionId", sum(votes)::integer AS votes FROM poll_counters
           WHERE poll_id = $1 GROUP BY option_id`,
    values: [id],
  });
  const counts = new Map(rows.map(({ optionId, votes }) => [optionId, votes]));
  const total = rows.reduce((sum, { votes }) => sum + votes, 0);
  return options.map((option) => {
    const votes = counts.get(option.id) ?? 0;
    return { ...option, votes, percentage: total === 0 ? 0 : Math.round((1000 * votes) / total) / 10 };
  });
}

/** SQL of the votes of all options of a row of `polls`, and of the time of the last one. */
export const POLL_TOTALS = `
  coalesce((SELECT sum(votes)::integer FROM poll_counters WHERE poll_id = polls.id), 0) AS "totalVotes",
  (SELECT max(last_vote_at) FROM poll_counters WHERE poll_id = polls.id) AS "lastVoteAt"`;
