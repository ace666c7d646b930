// The funnel of an automation with more runs than a request counts (docs/reference/automation-stats.md#many-runs).
import { expect } from 'chai';
import { toAutomationStats } from '../../../../api/resources/automations/stats/output.ts';
import { transaction } from '../../../../shared/platform/db/transaction.ts';
import { MINUTE_MS } from '../../../../shared/platform/time/durations.ts';
import { showStats } from '../../../../shared/resources/flows/automations/stats/show.ts';
import { useApp } from '../../../support/api/app.ts';
import { useEach } from '../../../support/api/use-each.ts';
import { expectStatsToEqualRuns, type StatsRecord } from '../../../support/automations/counted-apart.ts';
import { waitFor } from '../../../support/factories/automation-factories.ts';
import { createFunnelOwner } from './funnel.ts';

/** One more is many. */
const COUNTED_AT_ONCE = 10_000;
const PATIENT_MS = 30_000;

/** Inserts runs: in each four, two are completed, one has failed and one waits for an event. */
const INSERT_RUNS = `
  WITH runs AS (
    INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
                                 is_exclusive, status, chain, listens, step_key, clock, wait_until, created_at, ended_at)
    SELECT uuid_v7(now()), account_id, id, version_id, epoch, domain_id, uuid_v7(now()), gen_random_uuid(), false,
           CASE WHEN n % 4 < 2 THEN 'completed' WHEN n % 4 = 2 THEN 'failed' ELSE 'running' END, '{}', '{}',
           CASE WHEN n % 4 >= 2 THEN 'wait_order' END, now(), CASE WHEN n % 4 = 3 THEN now() END, now(),
           CASE WHEN n % 4 < 3 THEN now() END
    FROM automations, generate_series(1, $2::integer) AS n WHERE id = $1
    RETURNING id, status
  )
  INSERT INTO automation_step_runs (run_id, position, step_id, key, status, started_at)
  SELECT id, 0, $3, 'wait_order', CASE status WHEN 'running' THEN 'waiting' ELSE status END, now() FROM runs`;

describe('The funnel of an automation with many runs', () => {
  const app = useApp();
  const owner = useEach(() => createFunnelOwner(app));
  const automation = useEach(() => owner.automation([waitFor('order')]));
  const insertRuns = (count: number) =>
    app.pool.query(INSERT_RUNS, [automation.id, count, automation.stepIds[0]]);
  const batches = async () => (await owner.batches(automation.id)).length;
  const runCount = async () => {
    for (let left = await batches(); left > 0; left = await batches()) await owner.runBatches(automation);
  };
  /** The answer of the API, however slow the machine is. */
  const ask = async (countMs = PATIENT_MS): Promise<StatsRecord> => {
    const path = { accountId: owner.accountId, id: automation.id };
    const stats = await showStats(app.deps, path, app.clock.now(), countMs);
    return JSON.parse(JSON.stringify(toAutomationStats(stats)));
  };
  /** Asks for the first time, and again when a job has counted. */
  const countFirst = async (): Promise<StatsRecord> => {
    await ask();
    await runCount();
    return await ask();
  };

  it('Counts up to 10,000 runs of an automation at the moment of the request.', async () => {
    await insertRuns(COUNTED_AT_ONCE);
    for (let times = 0; times < 2; times += 1) {
      app.clock.advance(1_000);
      const stats = await ask();
      expect(stats.counted_at).to.equal(app.clock.now().toISOString());
      await expectStatsToEqualRuns(app.pool, stats);
    }
    expect(await batches()).to.equal(0);
  });

  it('Answers the last counts of an automation with more runs, and makes them again when they are older than a minute.', async () => {
    await insertRuns(COUNTED_AT_ONCE + 2_000);
    const first = await countFirst();
    expect(first.runs).to.deep.equal({
      started: 12_000,
      running: 3_000,
      completed: 6_000,
      failed: 3_000,
      cancelled: 0,
    });
    await expectStatsToEqualRuns(app.pool, first);
    expect(first.counted_at).to.equal(app.clock.now().toISOString());
    await insertRuns(4);
    app.clock.advance(MINUTE_MS);
    expect(await owner.stats(automation)).to.deep.equal(first);
    expect(await batches()).to.equal(0);
    app.clock.advance(1);
    expect(await owner.stats(automation)).to.deep.equal(first);
    await runCount();
    const second = await owner.stats(automation);
    expect(second.runs).to.include({ started: 12_004, running: 3_001 });
    await expectStatsToEqualRuns(app.pool, second);
    await owner.api.delete(`/automations/${automation.id}`).expect(200);
    await runCount();
    const left = await app.pool.query('SELECT FROM automation_stats WHERE automation_id = $1', [
      automation.id,
    ]);
    expect(left.rowCount).to.equal(0);
  });

  it('Answers zeros with `counted_at` null until many runs were counted for the first time.', async () => {
    await insertRuns(COUNTED_AT_ONCE + 1);
    const { counted_at: none, runs, steps } = await ask();
    expect([none, runs['started']]).to.deep.equal([null, 0]);
    expect(steps.map(({ key, entered }) => [key, entered])).to.deep.equal([['wait_order', 0]]);
    await runCount();
    const { counted_at, runs: counted } = await ask();
    expect([counted_at, counted['started']]).to.deep.equal([
      app.clock.now().toISOString(),
      COUNTED_AT_ONCE + 1,
    ]);
  });

  it('Counts the runs of an automation once, however many requests ask at the same time.', async () => {
    await insertRuns(COUNTED_AT_ONCE + 1);
    await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(await owner.batches(automation.id)).to.deep.equal(['count']);
    await runCount();
    expect((await owner.stats(automation)).runs).to.include({ started: COUNTED_AT_ONCE + 1 });
  });

  it('Counts runs by a job that would take the request too long.', async () => {
    await insertRuns(8);
    // As long as the table is locked, nothing can be counted.
    await transaction(app.pool, async (client) => {
      await client.query('LOCK TABLE automation_step_runs IN ACCESS EXCLUSIVE MODE');
      expect((await ask(100)).counted_at).to.equal(null);
    });
    await runCount();
    expect((await ask()).runs['started']).to.equal(8);
  });
});
