// Much mail that waits, as a pause finds it: due, and asleep.
import type { Pool } from 'pg';
import { createAccount, createDomain } from '../../../../../../support/factories/factories.ts';

/** A domain whose mail waits. */
export interface WaitingSender {
  accountId: string;
  domainId: string;
}

/** Creates an account with a domain. */
export async function createWaitingSender(pool: Pool): Promise<WaitingSender> {
  const { id: accountId } = await createAccount(pool);
  return { accountId, domainId: (await createDomain(pool, accountId)).id };
}

/** Inserts emails of one recipient each that have been due for a second. */
export async function insertWaiting(
  pool: Pool,
  { accountId, domainId }: WaitingSender,
  count: number,
  dueAt = new Date(Date.now() - 1_000),
): Promise<void> {
  await pool.query(
    `WITH made AS MATERIALIZED (SELECT uuid_v7($3) AS id FROM generate_series(1, $4)), stored AS (
       INSERT INTO emails (id, account_id, domain_id, content_id, source, status, message_id, from_address, from_key,
                           to_addresses, subject, created_at)
       SELECT id, $1, $2, id, 'api', 'queued', '<m@acme.dev>', 'a@acme.dev', 'a@acme.dev', ARRAY['bo@customer.dev'],
              'Hello', $3 FROM made
     )
     INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, next_attempt_at,
                                   updated_at)
     SELECT uuid_v7($3), id, $1, 'to', 0, 'bo@customer.dev', 'queued', 'transactional', $3, $3 FROM made`,
    [accountId, domainId, dueAt, count],
  );
}

/** Pauses a domain, or lifts its pause with a capacity of a day. */
export const pauseDomain = (pool: Pool, { domainId }: WaitingSender) =>
  pool.query(`UPDATE domains SET reputation = 'paused' WHERE id = $1`, [domainId]);
