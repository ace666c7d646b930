// Sets the reputation of domains and accounts, and what is used of their capacities, as judging would have left them.
import { expect } from 'chai';
import type { Pool } from 'pg';
import type { ReputationCause } from '../../../shared/resources/foundation/reputation/figures.ts';

/** Whose reputation it is. */
export type ReputationTable = 'domains' | 'accounts';

/** The cause of a pause, unless a test gives another one: 12.3 % of 203 recipients have bounced. */
const BOUNCES: ReputationCause = { kind: 'bounces', judged: 203, count: 25 };

/** Pauses a domain or an account. */
export async function makePaused(
  pool: Pool,
  table: ReputationTable,
  id: string,
  { cause = BOUNCES, at = new Date() }: { cause?: ReputationCause; at?: Date } = {},
): Promise<void> {
  await pool.query(
    `UPDATE ${table} SET reputation = 'paused', reputation_cause = $2, reputation_changed_at = $3, recovery_base = 400,
                         recovery_capacity = NULL, capacity_on = NULL WHERE id = $1`,
    [id, JSON.stringify(cause), at],
  );
}

/** A domain or an account recovers, since a lift at this time, with a capacity on its day. */
export async function makeRecovering(
  pool: Pool,
  table: ReputationTable,
  id: string,
  { capacity, at = new Date() }: { capacity: number; at?: Date },
): Promise<void> {
  await pool.query(
    `UPDATE ${table} SET reputation = 'recovering', reputation_cause = NULL, reputation_changed_at = $3, lifted_at = $3,
                         recovery_base = 4 * $2::integer, recovery_capacity = $2::integer,
                         capacity_on = ($3::timestamptz AT TIME ZONE 'UTC')::date WHERE id = $1`,
    [id, capacity, at],
  );
}

/** A domain warms up, with a capacity on the day of this time. */
export async function makeWarmingUp(
  pool: Pool,
  domainId: string,
  { capacity, at = new Date() }: { capacity: number; at?: Date },
): Promise<void> {
  await pool.query(
    `UPDATE domains SET warm_up_started_on = ($3::timestamptz AT TIME ZONE 'UTC')::date, warm_up_capacity = $2,
                        capacity_on = ($3::timestamptz AT TIME ZONE 'UTC')::date WHERE id = $1`,
    [domainId, capacity, at],
  );
}

/** Makes a domain or an account good, without a capacity. */
export async function makeGood(pool: Pool, table: ReputationTable, id: string): Promise<void> {
  await pool.query(
    `UPDATE ${table} SET reputation = 'good', reputation_cause = NULL, recovery_base = NULL, recovery_capacity = NULL,
                         capacity_on = NULL WHERE id = $1`,
    [id],
  );
}

/** What is used of the capacities of a domain or an account: UTC day → recipients. Days of which nothing is are missing. */
export async function capacityUseOf(pool: Pool, subjectId: string): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ day: string; used: number }>(
    'SELECT day::text, used FROM capacity_use WHERE subject_id = $1 AND used <> 0 ORDER BY day',
    [subjectId],
  );
  return Object.fromEntries(rows.map(({ day, used }) => [day, used]));
}

/**
 * Expects that what is used of every capacity is the number of recipients that are charged to its day, of the domain as of
 * the account.
 */
export async function expectChargedRecipients(pool: Pool): Promise<void> {
  const { rows } = await pool.query(`
    WITH charged AS (
      SELECT recipient.account_id, email.domain_id, recipient.charged_on AS day
      FROM email_recipients AS recipient JOIN emails AS email ON email.id = recipient.email_id
      WHERE recipient.charged_on IS NOT NULL
    ), counted AS (
      SELECT subject_id, day, count(*)::integer AS used
      FROM charged, unnest(ARRAY[domain_id, account_id]) AS subject_id GROUP BY 1, 2
    )
    SELECT subject_id, day::text, counted.used AS counted, capacity_use.used
    FROM counted FULL JOIN (SELECT * FROM capacity_use WHERE used <> 0) AS capacity_use USING (subject_id, day)
    WHERE counted.used IS DISTINCT FROM capacity_use.used`);
  expect(rows).to.deep.equal([]);
}
