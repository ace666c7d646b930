// The schedule of recurring tasks: a task exists, and does what its name says.
import { expect } from 'chai';
import { planRecurringWork } from '../../shared/platform/work/recurring/plan.ts';
import { recurringWorkTable } from '../../shared/platform/work/recurring/table.ts';
import { handle } from '../../workers/jobs/run-recurring-work.ts';
import type { WorkerDeps } from '../../workers/runtime/job.ts';
import { createTestClock } from '../support/clock.ts';
import { useDatabase } from '../support/database.ts';
import { createLog } from '../support/log-factories.ts';
import { closeWorkerDeps, createWorkerDeps } from '../support/worker.ts';

const DAY_MS = 86_400_000;

describe('The task remove-old-logs', () => {
  after(() => closeWorkerDeps(deps));
  const database = useDatabase();
  const clock = createTestClock();
  let deps: WorkerDeps;
  before(async () => {
    deps = await createWorkerDeps({ databaseUrl: database.url, redisUrl: undefined }, { clock });
  });

  it('keeps logs for LOG_RETENTION_DAYS, 30 by default', async () => {
    const now = clock.now().getTime();
    const account = '01900000-0000-7000-8000-000000000001';
    const kept = await createLog(database.pool, account, { createdAt: new Date(now - DAY_MS) });
    await createLog(database.pool, account, { createdAt: new Date(now - 2 * DAY_MS - 1) });
    expect(deps.config.logRetentionDays).to.equal(30);
    await run({ ...deps, config: { ...deps.config, logRetentionDays: 2 } });
    const { rows } = await database.pool.query('SELECT id FROM logs');
    expect(rows).to.deep.equal([{ id: kept.id }]);
  });

  async function run(given: WorkerDeps): Promise<void> {
    await planRecurringWork(database.pool, ['remove-old-logs'], clock.now());
    const ids = await recurringWorkTable.markDue(database.pool, clock.now(), 100);
    await handle({ ids }, given);
    const { rows } = await database.pool.query('SELECT last_error FROM recurring_work');
    expect(rows).to.deep.equal([{ last_error: null }]);
  }
});
