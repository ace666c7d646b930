// Finding due emails is cheap, regardless of the number of emails and of those scheduled for later. The tests check
// Postgres' plan of the real statement.
import { expect } from 'chai';
import { sendingWork } from '../../../../../../shared/resources/messaging/emails/delivery/work.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { explain } from '../../../../../support/database/plans.ts';
import { extent } from '../../../../../support/extent.ts';

const ROWS = extent('PLAN_ROWS', 40_000, 200_000);
/** Rows per INSERT, so that it ends within the statement timeout on a busy machine too. */
const ROWS_AT_A_TIME = 20_000;
/** In a hundred emails ten are scheduled for later, and one is due. */
const DUE = ROWS / 100;

describe('queueing due emails in a large table', () => {
  const database = useDatabase();
  const now = new Date();

  before(async () => {
    for (let first = 1; first <= ROWS; first += ROWS_AT_A_TIME) await insertEmails(first);
    await database.pool.query(
      `INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane,
                                     next_attempt_at, updated_at)
       SELECT id, id, account_id, 'to', 0, 'bo@customer.dev', status, 'transactional', scheduled_at, created_at
       FROM emails`,
    );
    await database.pool.query('ANALYZE emails');
    await database.pool.query('ANALYZE email_recipients');
  });

  /** UUIDs v7 from all months that have a partition, so that no partition is empty. */
  async function insertEmails(first: number): Promise<void> {
    await database.pool.query(
      `INSERT INTO emails (id, account_id, domain_id, content_id, source, status, message_id, from_address, from_key,
                           to_addresses, subject, scheduled_at, created_at)
       SELECT id, id, id, id, 'api', CASE WHEN n % 100 < 11 THEN 'pending' ELSE 'delivered' END,
              '<m@acme.dev>', 'a@acme.dev', 'a@acme.dev', ARRAY['bo@customer.dev'], 'Hello',
              CASE WHEN n % 100 = 0 THEN $2::timestamptz WHEN n % 100 < 11 THEN $2 + interval '1 day' END, $2
       FROM generate_series($1::integer, $3::integer) AS n,
            LATERAL (SELECT date_trunc('month', now()) + (n / 200 % 5 - 1) * interval '1 month' + interval '1 day') AS d (day),
            LATERAL (SELECT lpad(to_hex((extract(epoch FROM day) * 1000)::bigint), 12, '0')) AS s (stamp),
            LATERAL (SELECT (substr(stamp, 1, 8) || '-' || substr(stamp, 9) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid) AS i (id)`,
      [first, now, first + ROWS_AT_A_TIME - 1],
    );
  }

  it('uses no sequential scan', async () => {
    const plans = await explain(database.pool, (explaining) =>
      sendingWork.table.markDue(explaining, now, DUE),
    );
    const nodes = plans.flat();
    expect(nodes).to.have.length.above(1);
    const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
    // There are no domains and accounts here.
    const names = new Set(scanned.map((node) => node['Relation Name']));
    expect([...names]).to.have.members(['domains', 'accounts', 'account_suspensions']);
  });

  it('queues all that are due in a tick', async () => {
    expect(await sendingWork.table.markDue(database.pool, now, DUE)).to.have.length(DUE);
  });
});
