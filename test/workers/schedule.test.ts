// The schedule of recurring tasks: a task exists, and does what its name says.
import { expect } from 'chai';
import { planRecurringWork } from '../../shared/platform/work/recurring/plan.ts';
import { recurringWork } from '../../shared/platform/work/recurring/work.ts';
import { handle } from '../../workers/jobs/run-recurring-work.ts';
import type { WorkerDeps } from '../../workers/runtime/job.ts';
import { createLog } from '../support/factories/log-factories.ts';
import { useJob } from './support/use-job.ts';

const DAY_MS = 86_400_000;

describe('The task remove-old-logs', () => {
  const job = useJob();
  const { clock, query } = job;

  it('keeps logs for LOG_RETENTION_DAYS, 30 by default', async () => {
    const now = clock.now().getTime();
    const account = '01900000-0000-7000-8000-000000000001';
    const kept = await createLog(job.pool, account, { createdAt: new Date(now - DAY_MS) });
    await createLog(job.pool, account, { createdAt: new Date(now - 2 * DAY_MS - 1) });
    expect(job.deps.config.logRetentionDays).to.equal(30);
    await run({ ...job.deps, config: { ...job.deps.config, logRetentionDays: 2 } });
    const rows = await query('SELECT id FROM logs');
    expect(rows).to.deep.equal([{ id: kept.id }]);
  });

  async function run(given: WorkerDeps): Promise<void> {
    await planRecurringWork(job.pool, ['remove-old-logs'], clock.now());
    const ids = await recurringWork.table.markDue(job.pool, clock.now(), 100);
    await handle({ ids }, given);
    const rows = await query('SELECT last_error FROM recurring_work');
    expect(rows).to.deep.equal([{ last_error: null }]);
  }
});
