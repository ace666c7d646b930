// What operators read of much mail that waits for a mailbox provider uses indexes. `MAIL_PLAN_ROWS=1000000` is the full size.
import { countWork } from '../../../../../shared/platform/work/count.ts';
import { findHeldReason, findStuckRows } from '../../../../../shared/platform/work/stuck.ts';
import { listDestinations } from '../../../../../shared/resources/messaging/destinations/list.ts';
import { sendingWork } from '../../../../../shared/resources/messaging/emails/delivery/work.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { expectIndex, explain, type Work } from '../../../../support/database/plans.ts';
import { extent } from '../../../../support/extent.ts';

/** In ten rows five are finished, four wait for Google, and one waits for a retry. */
const ROWS = extent('MAIL_PLAN_ROWS', 50_000, 200_000);
const ROWS_AT_A_TIME = Math.min(50_000, ROWS);

describe('Much mail that waits for a mailbox provider', function () {
  this.timeout(600_000);
  const database = useDatabase();
  const { definition } = sendingWork.table;
  const now = new Date();

  before(async () => {
    for (let rows = 0; rows < ROWS; rows += ROWS_AT_A_TIME)
      await database.pool.query(
        `INSERT INTO email_recipients
         (id, next_attempt_at, destination, attempts, email_id, account_id, kind, position, address, state, lane, updated_at)
       SELECT uuid_v7(date_trunc('month', now()) + (n / 10 % 5 - 1) * interval '1 month' + interval '1 day'),
              CASE WHEN n % 10 < 5 THEN now() + interval '1 hour' + n * interval '1 ms' END,
              CASE WHEN n % 10 < 4 THEN 'google ' END,
              1, gen_random_uuid(), gen_random_uuid(), 'to', 0, 'a@acme.dev', 'queued', 'transactional', now()
       FROM generate_series(1, $1::integer) AS n`,
        [ROWS_AT_A_TIME],
      );
    await database.pool.query(
      `INSERT INTO destinations (provider, source, "window", updated_at) VALUES ('google', '', 1, now())`,
    );
    await database.pool.query('ANALYZE email_recipients, destinations');
  });

  const questions: [name: string, ask: Work][] = [
    ['the count of rows by state', (on) => countWork(on, definition, now)],
    ['why the oldest is held', (on) => findHeldReason(on, definition, now)],
    ['the rows that have waited longest', (on) => findStuckRows(on, definition, now, 20)],
    ['the destinations', (on) => listDestinations(on, { limit: 20, now })],
  ];
  it('is counted and listed with the partial indexes, without a sequential scan', async () => {
    for (const [name, ask] of questions) {
      const nodes = (await explain(database.pool, ask)).flat();
      // A bitmap of an index names no table.
      const ofMail = nodes.filter(({ 'Relation Name': table = 'email_recipients' }) =>
        table.startsWith('email_recipients'),
      );
      expectIndex(ofMail, /next_attempt_at_idx|_destination/, name);
    }
  });
});
