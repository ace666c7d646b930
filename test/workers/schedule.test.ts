// The schedule of recurring tasks: a task exists, and does what its name says.
import { expect } from 'chai';
import { planRecurringWork } from '../../shared/platform/work/recurring/plan.ts';
import { recurringWork } from '../../shared/platform/work/recurring/work.ts';
import { handle } from '../../workers/jobs/run-recurring-work.ts';
import type { WorkerDeps } from '../../workers/runtime/job.ts';
import { createLog } from '../support/factories/log-factories.ts';
import { useJob } from './support/use-job.ts';

const DAY_MS = 86_400_000;

describe('The recurring tasks that remove what is old', () => {
  const job = useJob();
  const { clock, query } = job;

  it('remove all that the table of retention names, each minute or each hour', async () => {
    const now = clock.now().getTime();
    const account = '01900000-0000-7000-8000-000000000001';
    const kept = await createLog(job.pool, account, { createdAt: new Date(now - DAY_MS) });
    await createLog(job.pool, account, { createdAt: new Date(now - 2 * DAY_MS - 1) });
    await query(`INSERT INTO contact_former_ids VALUES ($1, 'old', $1, $2), ($1, 'young', $1, $3)`, [
      account,
      new Date(now - 31 * DAY_MS - 1),
      new Date(now - 30 * DAY_MS),
    ]);
    const retentionDays = { ...job.deps.config.retentionDays, logs: 2 };
    await run({ ...job.deps, config: { ...job.deps.config, retentionDays } });
    expect(await query('SELECT id FROM logs')).to.deep.equal([{ id: kept.id }]);
    expect(await query('SELECT email_key FROM contact_former_ids')).to.deep.equal([{ email_key: 'young' }]);
  });

  async function run(given: WorkerDeps): Promise<void> {
    const tasks = ['remove-old-traffic', 'remove-old-rows'];
    await planRecurringWork(job.pool, tasks, clock.now());
    const ids = await recurringWork.table.markDue(job.pool, clock.now(), 100);
    expect(ids).to.have.members(tasks);
    await handle({ ids }, given);
    const rows = await query('SELECT last_error FROM recurring_work');
    expect(rows).to.deep.equal([{ last_error: null }, { last_error: null }]);
  }
});
