// Reads what the page of a poll needs: the poll, and how the address has voted so far.
import { addressKey } from '../../../mail/addresses.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { PollVoter } from './link.ts';
import { POLL_COLUMNS, type Poll } from './poll.ts';

/** A poll as the person of a link sees it. */
export interface VotePoll extends Poll {
  /** The option of the address; null: it has not voted. */
  votedId: string | null;
}

/** Excludes questions that were erased with their email. */
const FIND = `
  SELECT ${POLL_COLUMNS},
         (SELECT option_id FROM poll_votes WHERE poll_id = polls.id AND address_key = $3) AS "votedId"
  FROM polls WHERE id = $1 AND account_id = $2 AND question <> ''`;

/**
 * Locks the poll, so that votes and its deletion may meet: a deleted poll stays until the transaction of the vote ends.
 */
const HOLD = `${FIND} FOR KEY SHARE OF polls`;

type Voter = Pick<PollVoter, 'accountId' | 'pollId' | 'address'>;

/** @returns undefined: the poll does not exist any more */
export async function findPollForVote(database: Queryable, voter: Voter): Promise<VotePoll | undefined> {
  const { rows } = await database.query<VotePoll>({
    name: 'find-poll-for-vote',
    text: FIND,
    values: valuesOf(voter),
  });
  return rows[0];
}

/** The same, of a poll that cannot be deleted until the transaction ends. */
export async function lockPollForVote(client: Queryable, voter: Voter): Promise<VotePoll | undefined> {
  const { rows } = await client.query<VotePoll>({
    name: 'lock-poll-for-vote',
    text: HOLD,
    values: valuesOf(voter),
  });
  return rows[0];
}

/** Whether a poll takes no votes any more. */
export function isClosed({ closesAt }: Pick<Poll, 'closesAt'>, now: Date): boolean {
  return closesAt !== null && closesAt <= now;
}

const valuesOf = ({ accountId, pollId, address }: Voter) => [pollId, accountId, addressKey(address)];
