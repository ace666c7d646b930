// Recurring tasks: each due task runs once, its row keeps the result, and its next time follows its cron expression in
// UTC.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { planRecurringWork } from '../../../shared/platform/work/recurring/plan.ts';
import { recurringWork } from '../../../shared/platform/work/recurring/work.ts';
import { handle } from '../../../workers/jobs/run-recurring-work.ts';
import { SCHEDULE } from '../../../workers/schedule.ts';
import { useJob } from '../support/use-job.ts';

/** Hourly at :13, and daily at 03:17 (workers/schedule.ts). */
const HOURLY = 'remove-old-rows';
const DAILY = 'keep-partitions-ahead';

describe('recurring work', () => {
  const job = useJob();
  const { clock, query } = job;

  before(async () => {
    // Counts the runs of the hourly task, which consists of one statement.
    await query(`
      CREATE TABLE runs (at timestamptz DEFAULT now());
      CREATE FUNCTION count_run() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO public.runs DEFAULT VALUES; RETURN NULL; END $$;
      CREATE TRIGGER count_runs AFTER DELETE ON worker_processes EXECUTE FUNCTION count_run();`);
  });
  beforeEach(async () => {
    clock.set(new Date('2026-11-20T12:00:00.000Z'));
    await query('TRUNCATE recurring_work, runs');
    await planRecurringWork(
      job.pool,
      SCHEDULE.map(({ name }) => name),
      clock.now(),
    );
  });

  const row = (name: string) => job.row('SELECT * FROM recurring_work WHERE name = $1', [name]);
  const runs = async () => (await query('SELECT FROM runs')).length;
  const markDue = () => recurringWork.table.markDue(job.pool, clock.now(), 100);
  const runDue = async () => handle({ ids: await markDue() }, job.deps);

  it('runs a due task once and records the success', async () => {
    await runDue();
    expect(await runs()).to.equal(1);
    expect(await row(HOURLY)).to.include({
      last_error: null,
      attempts: 0,
      claimed_by: null,
      claim_token: null,
      woken_at: null,
    });
    expect((await row(HOURLY)).last_finished_at).to.be.instanceOf(Date);
  });

  it('runs a task once, however many jobs name it', async () => {
    const ids = await markDue();
    await Promise.all([handle({ ids }, job.deps), handle({ ids }, job.deps), handle({ ids }, job.deps)]);
    await handle({ ids }, job.deps);
    expect(await runs()).to.equal(1);
  });

  it('does not run a task that is not due', async () => {
    await runDue();
    clock.advance(60_000);
    await handle({ ids: [HOURLY, DAILY] }, job.deps);
    expect(await runs()).to.equal(1);
  });

  it('does not run a task that another worker runs', async () => {
    await markDue();
    await recurringWork.table.claim(job.pool, [HOURLY], { worker: randomUUID(), token: randomUUID() });
    await handle({ ids: [HOURLY] }, job.deps);
    expect(await runs()).to.equal(0);
  });

  describe('after a run', () => {
    const cases: [name: string, now: string, next: string][] = [
      [HOURLY, '2026-11-20T12:00:00.000Z', '2026-11-20T12:13:00.000Z'],
      [HOURLY, '2026-11-20T12:13:00.000Z', '2026-11-20T13:13:00.000Z'],
      [HOURLY, '2026-12-31T23:45:00.000Z', '2027-01-01T00:13:00.000Z'],
      [DAILY, '2026-11-20T03:16:59.999Z', '2026-11-20T03:17:00.000Z'],
      [DAILY, '2026-11-20T12:00:00.000Z', '2026-11-21T03:17:00.000Z'],
      // The night in which daylight saving time ends in New York.
      [DAILY, '2026-11-01T04:00:00.000Z', '2026-11-02T03:17:00.000Z'],
    ];
    let timeZone: string | undefined;
    before(() => {
      timeZone = process.env['TZ'];
      process.env['TZ'] = 'America/New_York';
    });
    after(() => {
      if (timeZone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = timeZone;
    });

    for (const [name, now, next] of cases) {
      it(`of ${name} at ${now} the next is at ${next}, whatever the machine's time zone`, async () => {
        clock.set(new Date(now));
        await query('UPDATE recurring_work SET next_attempt_at = $1', [clock.now()]);
        await runDue();
        expect((await row(name)).next_attempt_at.toISOString()).to.equal(next);
      });
    }
  });

  describe('that fails', () => {
    beforeEach(() => query('ALTER TABLE worker_processes RENAME TO hidden'));
    afterEach(() => query('ALTER TABLE hidden RENAME TO worker_processes'));

    it('keeps the reason and is due again in five minutes', async () => {
      await runDue();
      expect((await row(HOURLY)).last_error).to.contain('worker_processes');
      expect((await row(HOURLY)).next_attempt_at.toISOString()).to.equal('2026-11-20T12:05:00.000Z');
    });

    it('is due again at its scheduled time when that is sooner', async () => {
      clock.set(new Date('2026-11-20T12:12:00.000Z'));
      await runDue();
      expect((await row(HOURLY)).next_attempt_at.toISOString()).to.equal('2026-11-20T12:13:00.000Z');
    });

    it('does not prevent the others from running', async () => {
      await runDue();
      expect(await row(DAILY)).to.include({ last_error: null });
      expect((await row(DAILY)).last_finished_at).to.be.instanceOf(Date);
    });
  });

  it('that fails and then succeeds has no reason any more', async () => {
    await query("UPDATE recurring_work SET last_error = 'it failed', attempts = 3");
    await runDue();
    expect(await row(HOURLY)).to.include({ last_error: null, attempts: 0 });
  });

  it('that this version does not know stays for the version that does, with a reason', async () => {
    await planRecurringWork(job.pool, ['of-another-version'], clock.now());
    await runDue();
    expect(await row('of-another-version')).to.include({
      claimed_by: null,
      last_error: 'This version does not know the task.',
    });
    const tomorrow = new Date(clock.now().getTime() + 86_400_000);
    expect((await row('of-another-version')).next_attempt_at).to.deep.equal(tomorrow);
    // As a release that took it for gone has left it.
    await query("UPDATE recurring_work SET next_attempt_at = NULL WHERE name = 'of-another-version'");
    await planRecurringWork(job.pool, ['of-another-version'], clock.now());
    expect((await row('of-another-version')).next_attempt_at).to.deep.equal(clock.now());
  });

  it('keeps its time when a process plans it again', async () => {
    await runDue();
    const before = (await row(HOURLY)).next_attempt_at;
    await planRecurringWork(job.pool, [HOURLY], clock.now());
    expect((await row(HOURLY)).next_attempt_at).to.deep.equal(before);
  });
});
