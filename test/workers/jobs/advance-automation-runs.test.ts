// The job that moves runs: steps that are tried again because a refusal passes, or because of a bug, which is the outcome of
// its run alone.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/platform/time/durations.ts';
import { redriveWork } from '../../../shared/platform/work/redrive.ts';
import { findStuckRows } from '../../../shared/platform/work/stuck.ts';
import { eventRunsWork, timerRunsWork } from '../../../shared/resources/flows/automations/runs/work.ts';
import { createAutomation } from '../../support/factories/automation-factories.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { createAccount, createDomain } from '../../support/factories/factories.ts';
import { createRun } from '../../support/factories/run-factories.ts';
import { resume as resumeAccount, suspend } from '../../support/factories/suspension-factories.ts';
import { failureOf } from '../../support/failure-of.ts';
import { sweepAlways } from '../../support/work/sweep-always.ts';
import { PAUSE, type Steps, useRuns } from '../automation-steps/use-runs.ts';

describe('steps that are tried again', () => {
  const test = useRuns();
  const { database, clock } = test;
  let mail: Steps[number];
  beforeEach(async () => {
    mail = await test.mailStep();
  });

  describe('Waits with a step whose mail is refused for a reason that passes, for up to 72 hours, and then lets the run fail.', () => {
    const pause = () =>
      database.pool.query(
        "INSERT INTO sending_switches (name, reason, tripped_at) VALUES ('pause', 'test', now())",
      );
    const resume = () => test.query('DELETE FROM sending_switches');
    afterEach(resume);

    it('until it passes', async () => {
      await pause();
      const id = await test.start(await test.automation([mail, PAUSE]));
      await test.advance(id);
      const postponedAt = clock.now();
      const run = await test.read(id);
      expect(run).to.include({ status: 'running', reason: 'sending_service_unavailable', attempts: 0 });
      expect(run).to.deep.include({ postponedAt, nextAttemptAt: test.inFuture(MINUTE_MS), waitUntil: null });
      clock.advance(MINUTE_MS);
      expect(await test.wakeAndMove()).to.include(id);
      expect(await test.read(id)).to.deep.include({ postponedAt });
      await resume();
      clock.advance(MINUTE_MS);
      await test.wakeAndMove();
      expect(await test.steps(id)).to.deep.equal(['mail completed', 'pause waiting']);
      // The pause of the next step begins when the mail was sent.
      const sent = await test.read(id);
      expect(sent).to.deep.include({ clock: clock.now(), postponedAt: null, reason: null });
      expect(sent.waitUntil).to.deep.equal(test.inFuture(DAY_MS));
    });

    it('until the 72 hours are over', async () => {
      await pause();
      const id = await test.start(await test.automation([mail, PAUSE]));
      await test.advance(id);
      clock.advance(72 * HOUR_MS - 1);
      await test.wakeAndMove();
      expect(await test.read(id)).to.deep.include({ status: 'running', nextAttemptAt: test.inFuture(1) });
      clock.advance(1);
      await test.wakeAndMove();
      expect(await test.steps(id)).to.deep.equal(['mail failed']);
      const { status, reason } = await test.read(id);
      expect([status, reason]).to.deep.equal([
        'failed',
        'All sending is paused. Nothing was sent. Try again later.',
      ]);
    });

    it('without the time in which its account was suspended', async () => {
      await pause();
      const id = await test.start(await test.automation([mail, PAUSE]));
      await test.advance(id);
      await suspend(database.pool, test.accountId, { at: clock.now() });
      clock.advance(80 * HOUR_MS);
      await resumeAccount(database.pool, test.accountId, { now: clock.now() });
      await test.wakeAndMove();
      expect(await test.read(id)).to.deep.include({ status: 'running', postponedAt: clock.now() });
    });

    it('for the daily quota, at growing intervals', async () => {
      await test.query("UPDATE accounts SET plan_id = 'free' WHERE id = $1", [test.accountId]);
      await test.query(
        "INSERT INTO email_usage SELECT $1, 'day', ($2::timestamptz AT TIME ZONE 'UTC')::date + days, 100 FROM generate_series(0, 1) AS days",
        [test.accountId, clock.now()],
      );
      const id = await test.start(await test.automation([mail]));
      const begin = clock.now();
      await test.advance(id);
      const intervals: number[] = [];
      for (let tries = 0; tries < 12; tries += 1) {
        const { nextAttemptAt, reason } = await test.read(id);
        expect(reason).to.equal('daily_quota_exceeded');
        intervals.push(((nextAttemptAt?.getTime() ?? 0) - clock.now().getTime()) / MINUTE_MS);
        clock.set(nextAttemptAt ?? begin);
        await test.wakeAndMove();
      }
      expect(intervals[0]).to.equal(5);
      expect(intervals[11]).to.be.within(15, 60);
      expect([...intervals].sort((a, b) => a - b)).to.deep.equal(intervals);
    });
  });

  it('tries at once what operators redrive, and leaves runs alone that sleep', async () => {
    await test.query("INSERT INTO sending_switches (name, reason, tripped_at) VALUES ('pause', 'x', now())");
    const postponed = await test.start(await test.automation([mail]));
    const sleeping = await test.start(await test.automation([PAUSE]));
    await test.advance(postponed, sleeping);
    await test.query('DELETE FROM sending_switches');
    const [row, ...others] = (
      await findStuckRows(database.pool, timerRunsWork.table.definition, clock.now(), 10)
    ).filter(({ id }) => [postponed, sleeping].includes(id));
    expect(others).to.deep.equal([]);
    expect(row).to.include({ id: postponed, state: 'waiting', lastAnswer: 'sending_service_unavailable' });
    expect(row?.about).to.include({ step: 'mail', account_id: test.accountId });
    clock.advance(SECOND_MS);
    await redriveWork(database.pool, timerRunsWork.table.definition, clock.now());
    expect(await test.wakeAndMove()).to.include(postponed);
    expect(await test.read(postponed)).to.include({ status: 'completed' });
    expect(await test.read(sleeping)).to.include({ isWoken: false, attempts: 0 });
  });

  describe('a bug in one run', () => {
    /** A run whose version does not exist, one at a step that does not exist, and good ones of two accounts. */
    const startMixed = async () => {
      const automation = await test.automation([mail, PAUSE]);
      const broken = await test.automation([PAUSE]);
      const other = (await createAccount(database.pool)).id;
      const { id: domainId } = await createDomain(database.pool, other);
      const { id: contactId } = await createContact(database.pool, { accountId: other });
      const others = await createAutomation(database.pool, other, { domainId });
      const run = await createRun(database.pool, { automation: others, contactId, startedAt: clock.now() });
      const lost = await test.start(broken);
      await test.query('UPDATE automation_runs SET version_id = $2 WHERE id = $1', [lost, randomUUID()]);
      return {
        good: [await test.start(automation), run.id, await test.start(automation)],
        bad: [lost, await test.start(automation, { stepKey: 'nowhere' })],
      };
    };

    it('keeps no other run of its job from moving, and is tried again later', async () => {
      const { good, bad } = await startMixed();
      expect(await test.advance(...bad, ...good)).to.equal('5 woken, 5 claimed');
      for (const id of good)
        expect(await test.read(id)).to.include({ stepKey: id === good[1] ? 'delay' : 'pause' });
      for (const id of bad) {
        const run = await test.read(id);
        expect(run).to.include({
          status: 'running',
          attempts: 1,
          isClaimed: false,
          reason: 'internal_error',
        });
        expect(run.nextAttemptAt).to.deep.equal(test.inFuture(MINUTE_MS / 2));
      }
    });

    it('lets the run fail after ten tries', async () => {
      const { bad } = await startMixed();
      await test.advance(...bad);
      for (let tries = 2; tries <= 10; tries += 1) {
        clock.advance(HOUR_MS);
        expect(await test.wakeAndMove()).to.include.members(bad);
        for (const id of bad) {
          const { attempts, status } = await test.read(id);
          expect([attempts, status]).to.deep.equal(tries < 10 ? [tries, 'running'] : [0, 'failed']);
        }
      }
      for (const id of bad) {
        const { reason } = await test.read(id);
        expect(reason).to.equal('An internal error ended 10 attempts of this step.');
      }
    });

    it('is forgotten once the run has moved', async () => {
      const automation = await test.automation([PAUSE, mail]);
      const id = await test.start(automation, { stepKey: 'nowhere' });
      await test.advance(id);
      await test.query("UPDATE automation_runs SET step_key = 'pause' WHERE id = $1", [id]);
      clock.advance(MINUTE_MS);
      await test.wakeAndMove();
      expect(await test.read(id)).to.include({ attempts: 0, reason: null, stepKey: 'pause' });
    });
  });

  it('holds its runs whatever their steps do, so that its process frees none', async () => {
    const name = { key: 'name', type: 'contact_update', config: { first_name: 'Bea' } } as const;
    const automation = await test.automation([name, mail, PAUSE]);
    const ids = [await test.start(automation), await test.start(await test.automation([mail, name]))];
    const swept = sweepAlways(test.deps, eventRunsWork);
    await test.open(swept.deps)({ ids });
    expect([swept.freed, swept.sweeps() > 5]).to.deep.equal([[], true]);
    expect(await test.steps(ids[0] ?? '')).to.deep.equal([
      'name completed',
      'mail completed',
      'pause waiting',
    ]);
    expect(await test.countEmails()).to.equal(2);
  });

  it('frees its runs without counting a try when the database is away', async () => {
    const id = await test.start(await test.automation([mail]));
    const failing = Object.create(test.deps.database, {
      query: {
        value: (...args: Parameters<typeof test.deps.database.query>) =>
          (args[0] as { name?: string }).name === 'load-automation-runs'
            ? Promise.reject(Object.assign(new Error('gone'), { code: '57P01' }))
            : test.deps.database.query(...args),
      },
    });
    const error = await failureOf(test.open({ database: failing })({ ids: [id] }));
    expect(error).to.have.property('code', '57P01');
    const run = await test.read(id);
    expect(run).to.include({ attempts: 0, isClaimed: false, status: 'running' });
    expect(await test.output(id, 'mail')).to.equal(null);
  });

  it('puts runs back when the process stops or has lost its lease', async () => {
    const id = await test.start(await test.automation([mail]));
    const lease = { ...test.deps.lease, mayStartWork: () => false };
    await test.open({ lease })({ ids: [id] });
    const run = await test.read(id);
    expect(run).to.deep.include({ attempts: 0, isClaimed: false, nextAttemptAt: clock.now(), reason: null });
    await test.wakeAndMove();
    expect(await test.read(id)).to.include({ status: 'completed' });
  });
});
