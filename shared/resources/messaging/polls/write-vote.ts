// Writes a vote: the row of the address and the changes of the counters of the options, in one statement. So the
// counters are the rows added up at each commit (docs/architecture/polls.md#a-vote).
import type { Transaction } from '../../../platform/db/transaction.ts';

/** A vote of an address. */
export interface NewVote {
  id: string;
  accountId: string;
  pollId: string;
  addressKey: string;
  address: string;
  emailId: string;
  optionId: string;
  now: Date;
}

/** The result of the vote. */
export interface WrittenVote {
  /** The option before; null: it is the first vote of the address. */
  previousId: string | null;
  /** False: the address has voted so by this email already, and nothing is written. */
  isWritten: boolean;
}

/** Slots are as in emails/metrics/count.ts; rows are locked in one order. */
const WRITE = `
  WITH old AS MATERIALIZED (
    SELECT option_id, email_id FROM poll_votes WHERE poll_id = $3 AND address_key = $4 FOR NO KEY UPDATE
  ), updated AS (
    UPDATE poll_votes AS vote
    SET option_id = $7, email_id = $6, address = $5,
        updated_at = CASE WHEN old.option_id = $7 THEN vote.updated_at ELSE $8 END
    FROM old
    WHERE vote.poll_id = $3 AND vote.address_key = $4 AND (old.option_id <> $7 OR old.email_id <> $6)
    RETURNING old.option_id AS previous_id
  ), inserted AS (
    INSERT INTO poll_votes
      (id, account_id, poll_id, address_key, address, email_id, option_id, created_at, updated_at)
    SELECT $1::uuid, $2::uuid, $3::uuid, $4::text, $5::text, $6::uuid, $7::uuid, $8::timestamptz, $8::timestamptz
    WHERE NOT EXISTS (SELECT FROM old)
    ON CONFLICT (poll_id, address_key) DO NOTHING
    RETURNING NULL::uuid AS previous_id
  ), written AS (
    SELECT previous_id FROM updated UNION ALL SELECT previous_id FROM inserted
  ), counted AS (
    INSERT INTO poll_counters AS counter (poll_id, option_id, slot, votes, last_vote_at)
    SELECT $3, changed.option_id, pg_backend_pid() % 8, changed.votes, $8
    FROM written CROSS JOIN LATERAL (VALUES ($7::uuid, 1), (previous_id, -1)) AS changed (option_id, votes)
    WHERE previous_id IS DISTINCT FROM $7 AND changed.option_id IS NOT NULL
    ORDER BY changed.option_id
    ON CONFLICT (poll_id, option_id, slot) DO UPDATE
      SET votes = counter.votes + excluded.votes,
          last_vote_at = greatest(counter.last_vote_at, excluded.last_vote_at)
  )
  SELECT (SELECT option_id FROM old) AS "oldId", EXISTS (SELECT FROM written) AS "isWritten"`;

/** The vote may be inserted by another transaction between the look for it and the insert: then the next look finds it. */
const LOOKS_MAX = 3;

/** Writes a vote; the last one of an address counts. An equal one changes nothing. */
export async function writeVote(client: Transaction, vote: NewVote): Promise<WrittenVote> {
  const { id, accountId, pollId, addressKey, address, emailId, optionId, now } = vote;
  for (let look = 1; look <= LOOKS_MAX; look += 1) {
    const { rows } = await client.query<{ oldId: string | null; isWritten: boolean }>({
      name: 'write-vote',
      text: WRITE,
      values: [id, accountId, pollId, addressKey, address, emailId, optionId, now],
    });
    const [{ oldId, isWritten } = { oldId: null, isWritten: false }] = rows;
    if (isWritten || oldId !== null) return { previousId: oldId, isWritten };
  }
  throw new Error('A vote was neither found nor inserted.');
}
