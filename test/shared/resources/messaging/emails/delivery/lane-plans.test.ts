// What finding work in one lane of mail reads does not depend on how many rows wait in the other one: Postgres' plans of
// the real statements, as workers get them. `MAIL_PLAN_ROWS=1000000` is the full size, and `MAIL_PLANS_SHOWN=1` prints what
// each reads.
import { expect } from 'chai';
import { HOUR_MS } from '../../../../../../shared/platform/time/durations.ts';
import { countWork } from '../../../../../../shared/platform/work/count.ts';
import { countStuckWork } from '../../../../../../shared/platform/work/count-stuck.ts';
import { redriveWork } from '../../../../../../shared/platform/work/redrive.ts';
import { findStuckRows } from '../../../../../../shared/platform/work/stuck.ts';
import { countWaitingMail } from '../../../../../../shared/resources/messaging/emails/delivery/waiting-mail.ts';
import {
  bulkSendingWork,
  sendingWork,
} from '../../../../../../shared/resources/messaging/emails/delivery/work.ts';
import type { MailLane } from '../../../../../../shared/resources/messaging/emails/email.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import type { Work } from '../../../../../support/database/plans.ts';
import { explainWork, readingsOf } from '../../../../../support/database/prepared-plans.ts';
import { extent } from '../../../../../support/extent.ts';

const ROWS = extent('MAIL_PLAN_ROWS', 20_000, 200_000);
const ROWS_AT_A_TIME = Math.min(50_000, ROWS);
/** Rows of each state in the lane with little work. */
const FEW = 5;
/** What workers have claimed is bounded, and is read in all lanes. */
const CLAIMED = 100;
const LIMIT = 1_000;
const MOST_ROWS_READ = 500;

/** Ids of version 7 in all months that have a partition. A third is due, a third is woken, and a third waits for a retry. */
const INSERT = `
  INSERT INTO email_recipients
    (id, next_attempt_at, woken_at, claimed_by, claim_token, attempts, lane,
     email_id, account_id, kind, position, address, state, updated_at)
  SELECT uuid_v7(date_trunc('month', now()) + (n / 3 % 5 - 1) * interval '1 month' + interval '1 day'),
         now() - n * interval '1 ms' + CASE WHEN n % 3 = 2 THEN interval '8 hours' ELSE interval '0' END,
         CASE WHEN n % 3 = 1 OR $3 THEN now() - n * interval '1 ms' END,
         CASE WHEN $3 THEN gen_random_uuid() END, CASE WHEN $3 THEN gen_random_uuid() END, 1, $2,
         gen_random_uuid(), gen_random_uuid(), 'to', 0, 'a@acme.dev', 'queued', now()
  FROM generate_series(1, $1::integer) AS n`;

for (const [quiet, table, busy] of [
  ['transactional', sendingWork.table, 'campaign'],
  ['campaign', bulkSendingWork.table, 'transactional'],
] as const) {
  describe(`The lane ${quiet} next to a lane ${busy} with much work`, function () {
    this.timeout(600_000);
    const database = useDatabase();
    const now = new Date(Date.now() + HOUR_MS);
    const { definition } = table;

    const insert = (count: number, lane: MailLane, isClaimed = false) =>
      database.pool.query(INSERT, [count, lane, isClaimed]);

    before(async () => {
      for (let rows = 0; rows < ROWS; rows += ROWS_AT_A_TIME) await insert(ROWS_AT_A_TIME, busy);
      await insert(3 * FEW, quiet);
      await insert(CLAIMED, busy, true);
      await insert(FEW, quiet, true);
      await database.pool.query('ANALYZE email_recipients');
    });

    /** The rows that some work reads, and the indexes that it uses. */
    const measure = async (work: (on: never) => Promise<unknown>, plansOnce: boolean) => {
      const explained = await explainWork(database.url, { plansOnce }, work);
      const scans = readingsOf(explained, /^email_recipients/, !!process.env['MAIL_PLANS_SHOWN']);
      expect(scans.filter(({ node }) => node['Node Type'] === 'Seq Scan')).to.deep.equal([]);
      return {
        read: scans.reduce((sum, scan) => sum + scan.read, 0),
        indexes: scans.map(({ node }) => node['Index Name'] ?? '').join(),
      };
    };

    const works: [name: string, index: RegExp, work: (on: never) => Promise<unknown>][] = [
      ['due rows', /lane_next_attempt_at/, (on) => table.markDue(on, now, LIMIT)],
      ['lost wake-ups', /lane_woken_at/, (on) => table.markLostWakeUps(on, now, LIMIT, now)],
      ['rows of dead workers', /claimed_by_lane/, (on) => table.findLost(on, 0, LIMIT)],
      ['rows that wait for a retry', /lane_next_attempt_at/, (on) => redriveWork(on, definition, now)],
      ['what waits for a worker', /lane_woken_at/, (on) => countWaitingMail(on, quiet, LIMIT)],
    ];
    it('finds its work without reading the other lane', async () => {
      for (const [name, index, work] of works) {
        const { read, indexes } = await measure(work, true);
        expect(read, name).to.be.at.least(FEW);
        expect(read, `${name}: ${indexes}`).to.be.at.most(MOST_ROWS_READ);
        expect(indexes, name).to.match(index);
      }
    });

    it('stops counting what waits for a worker where there is much', async () => {
      const { read, indexes } = await measure((on) => countWaitingMail(on, busy, FEW), true);
      expect(read, indexes).to.be.at.most(MOST_ROWS_READ);
    });

    const reports: [name: string, ask: Work][] = [
      ['rows', (on) => countWork(on, definition, now)],
      ['stuck rows', (on) => countStuckWork(on, definition, { now, deadAfterMs: 60_000 })],
      ['rows that have waited longest', (on) => findStuckRows(on, definition, now, 20)],
    ];
    it('is counted and listed without reading the other lane', async () => {
      for (const [name, ask] of reports) {
        const { read, indexes } = await measure(ask, false);
        expect(read, `${name}: ${indexes}`).to.be.at.most(MOST_ROWS_READ);
      }
    });
  });
}
