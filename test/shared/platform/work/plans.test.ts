// Query plans of metrics and of operators' commands on a large work table in which nearly all rows are finished: they
// use the partial indexes only, and no sequential scan.
import { countWork } from '../../../../shared/platform/work/count.ts';
import { countStuckWork } from '../../../../shared/platform/work/count-stuck.ts';
import { redriveWork } from '../../../../shared/platform/work/redrive.ts';
import { findStuckRows } from '../../../../shared/platform/work/stuck.ts';
import { sendingWork } from '../../../../shared/resources/messaging/emails/delivery/work.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { expectIndex, explain, type Work } from '../../../support/database/plans.ts';
import { extent } from '../../../support/extent.ts';

/** In each 200 rows 196 are finished; the others are due, woken, claimed by a dead worker, and waiting for a retry. */
const ROWS = extent('PLAN_ROWS', 50_000, 200_000);

describe('A large table of work, read by operators and metrics', () => {
  const database = useDatabase();
  const { definition } = sendingWork.table;
  const now = new Date();

  before(async () => {
    // Ids of version 7 from the second day of each month that has a partition: none of them is empty.
    await database.pool.query(
      `INSERT INTO email_recipients
         (id, next_attempt_at, claimed_by, claim_token, woken_at, attempts,
          email_id, account_id, kind, position, address, state, lane, updated_at)
       SELECT uuid_v7(date_trunc('month', now()) + (n / 200 % 5 - 1) * interval '1 month' + interval '1 day'),
              CASE WHEN n % 200 < 4 THEN now() - n * interval '1 ms' + (n % 200 / 3) * interval '1 hour' END,
              CASE WHEN n % 200 = 2 THEN gen_random_uuid() END,
              CASE WHEN n % 200 = 2 THEN gen_random_uuid() END,
              CASE WHEN n % 200 IN (1, 2) THEN now() - n * interval '1 ms' END,
              1, gen_random_uuid(), gen_random_uuid(), 'to', 0, 'a@acme.dev', 'sent', 'transactional', now()
       FROM generate_series(1, $1::integer) AS n`,
      [ROWS],
    );
    await database.pool.query('ANALYZE email_recipients');
  });

  const questions: [name: string, ask: Work][] = [
    ['the count of rows by state', (on) => countWork(on, definition, now)],
    ['the count of stuck rows', (on) => countStuckWork(on, definition, { now, deadAfterMs: 60_000 })],
    ['the rows that have waited longest', (on) => findStuckRows(on, definition, now, 20)],
    ['the rows that wait for a retry', (on) => redriveWork(on, definition, now)],
  ];
  it('is asked with the partial indexes, without a sequential scan', async () => {
    for (const [name, ask] of questions) {
      const nodes = (await explain(database.pool, ask)).flat();
      // There are no senders here, so their tables are read as a whole.
      const ofWork = nodes.filter((node) => !['domains', 'accounts'].includes(node['Relation Name'] ?? ''));
      expectIndex(ofWork, /next_attempt_at_idx/, name);
    }
  });
});
