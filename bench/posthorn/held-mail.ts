// Test data for the scenario `held`: mail of another account that was accepted and waits, because its domain is paused, because
// the account is suspended, or because it is scheduled for next month. All of it is the same but for its ids.
import type { Database } from '../../shared/platform/db/connect.ts';
import { transaction } from '../../shared/platform/db/transaction.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { createIds } from '../../shared/platform/time/ids.ts';
import { suspendAccount } from '../../shared/platform/work/suspensions/suspension.ts';
import { queryWithoutTimeout } from '../servers/open-database.ts';

/** Rows per transaction. */
const CHUNK_MAILS = 250_000;

const INSERT_SENDER = `
  WITH owner AS (INSERT INTO accounts (id, name, plan_id, production_access) VALUES ($1, 'Held', 'unlimited', true)),
  list AS (
    INSERT INTO audiences (id, account_id, name, is_default, created_at) VALUES ($2, $1, 'Default', true, now())
  )
  INSERT INTO domains (id, account_id, name, status, audience_id, reputation, reputation_changed_at)
  VALUES ($2, $1, 'held.local', 'verified', $2, $3, now())`;

/** As accepting leaves it: one email a recipient. */
const INSERT_MAIL = `
  WITH made AS MATERIALIZED (
    SELECT uuid_v7(now() - interval '1 hour' + number * interval '1 ms') AS id FROM generate_series(1, $3) AS number
  ), stored AS (
    INSERT INTO emails (id, account_id, domain_id, content_id, source, status, message_id, from_address, from_key,
                        to_addresses, subject, created_at)
    SELECT id, $1, $2, id, 'api', 'queued', '<' || id || '@held.local>', 'ana@held.local', 'ana@held.local',
           ARRAY['bo@held.local'], 'Held', now() FROM made
  )
  INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, next_attempt_at,
                                updated_at)
  SELECT id, id, $1, 'to', 0, 'bo@held.local', 'queued', 'transactional',
         CASE WHEN $4 THEN now() ELSE now() + interval '28 days' END, now() FROM made`;

/** What keeps it from leaving: its time, the pause of its domain, the suspension of its account. */
export type HeldBy = 'time' | 'pause' | 'suspension';

/** Stores mail of an account of its own. But for that held by its time it is due. */
export async function storeHeldMail(
  database: Database,
  { mails, by }: { mails: number; by: HeldBy },
): Promise<void> {
  const ids = createIds(createSystemClock());
  const accountId = ids.next();
  const domainId = ids.next();
  await database.query(INSERT_SENDER, [accountId, domainId, by === 'pause' ? 'paused' : 'good']);
  if (by === 'suspension')
    await suspendAccount(database, {
      accountId,
      cause: 'operator',
      reason: null,
      suspendedAt: new Date(),
      deletesAt: null,
    });
  for (let stored = 0; stored < mails; stored += CHUNK_MAILS) {
    const count = Math.min(CHUNK_MAILS, mails - stored);
    await transaction(database, async (client) => {
      await client.query('SET LOCAL statement_timeout = 0');
      await client.query(INSERT_MAIL, [accountId, domainId, count, by !== 'time']);
    });
  }
  // The state in which autovacuum would leave a database of that size.
  await queryWithoutTimeout(database, 'VACUUM (ANALYZE)');
}
