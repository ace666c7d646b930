// POST /automations/:id/runs/:runId/retry (docs/reference/automation-runs.md#post-automationsidrunsrunidretry).
import { expect } from 'chai';
import { ACTIVE_RUNS_MAX, ACTIVE_RUNS_OF_CONTACT_MAX } from '../../../../shared/contract/limits.ts';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { useEach } from '../../../support/api/use-each.ts';
import { createAudience } from '../../../support/factories/contact-factories.ts';
import { createRun, readRun, stepsOf } from '../../../support/factories/run-factories.ts';
import { createTemplate } from '../../../support/factories/template-factories.ts';
import { createRunner, mailOf, PAID, pauseStep, type RunAutomation, type Runner } from './runner.ts';

const DAY_MS = 86_400_000;

describe('Retrying a run of an automation', () => {
  const app = useApp();
  const runner = useEach(() => createRunner(app));
  const retry = (automation: { id: string }, id: string) =>
    runner.api.post(`/automations/${automation.id}/runs/${id}/retry`);
  const expectRetried = async (automation: { id: string }, id: string) => {
    const { status, body } = await retry(automation, id);
    expect([status, body]).to.deep.equal([200, { object: 'automation_run', id, status: 'running' }]);
  };
  const cancel = (automation: { id: string }, id: string) =>
    runner.api.post(`/automations/${automation.id}/runs/${id}/cancel`);
  /** A condition, then a mail whose template has the alias `later` and is missing yet. */
  const failing = (fields: Parameters<Runner['automation']>[1] = {}) =>
    runner.automation([{ ...PAID, key: 'hi' }, mailOf('later')], fields);
  const makeTemplate = () =>
    createTemplate(app.pool, runner.accountId, { alias: 'later', from: `a@${runner.domain.name}` });
  const countMails = () => runner.count('emails');
  /** Inserts runs in progress of the contact. */
  const fill = async (automation: RunAutomation, count: number) => {
    const { id } = await createRun(app.pool, { automation, contactId: runner.contactId });
    await app.pool.query(
      `INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
                                    is_exclusive, chain, listens, step_key, clock, created_at)
       SELECT uuid_v7(now()), account_id, automation_id, version_id, epoch, domain_id, contact_id, uuid_v7(now()), false,
              chain, listens, step_key, clock, created_at
       FROM automation_runs, generate_series(2, $2) WHERE id = $1`,
      [id, count],
    );
  };

  it('Takes a failed run up again at its step, on its version, and charges nothing.', async () => {
    const automation = await failing();
    const id = await runner.run(automation, { payload: { paid: true } });
    const shown = ['trigger completed', 'hi completed', 'mail failed'];
    expect(await runner.shownSteps(automation, id)).to.deep.equal(shown);
    const steps = [{ key: 'trigger', type: 'trigger', config: { event_name: 'x' } }, pauseStep('new')];
    expect((await runner.change(automation.id, { status: 'enabled', steps })).status).to.equal(200);
    await makeTemplate();
    app.clock.advance(1_000);
    await expectRetried(automation, id);
    const at = app.clock.now();
    const stored = await readRun(app.pool, id);
    expect(stored).to.include({ status: 'running', reason: null, stepKey: 'mail' });
    expect(stored).to.include({ isWoken: true, attempts: 0 });
    expect([stored.clock, stored.nextAttemptAt, stored.endedAt]).to.deep.equal([at, at, null]);
    const running = { status: 'running', version: 1, current_step: 'mail', reason: null, completed_at: null };
    expect(await runner.shownRun(automation, id)).to.include(running);
    expect((await runner.shownSteps(automation, id)).at(-1)).to.equal('mail running');
    await runner.advance(id);
    expect(await runner.shownRun(automation, id)).to.include({ status: 'completed', reason: null });
    expect(await countMails()).to.equal(1);
    expect(await runner.count('automation_usage')).to.equal(0);
  });

  it('Takes a cancelled run up again, also one that was stopped with its automation.', async () => {
    const automation = await runner.automation([pauseStep('one')]);
    const cancelled = await runner.run(automation);
    await cancel(automation, cancelled);
    await expectRetried(automation, cancelled);
    const written = await runner.run(automation);
    const unwritten = await runner.run(automation);
    const path = `/automations/${automation.id}`;
    await runner.api.post(`${path}/stop`);
    await runner.runBatches(automation);
    await app.pool.query("UPDATE automation_runs SET status = 'running', ended_at = NULL WHERE id = $1", [
      unwritten,
    ]);
    expect(await readRun(app.pool, written)).to.include({ status: 'cancelled' });
    await runner.change(automation.id, { status: 'enabled' });
    for (const id of [written, unwritten]) {
      expect(await runner.shownRun(automation, id)).to.include({ status: 'cancelled', reason: 'stopped' });
      await expectRetried(automation, id);
      await runner.advance(id);
      expect(await runner.shownRun(automation, id)).to.include({ status: 'running', current_step: 'one' });
    }
    app.clock.advance(DAY_MS);
    // The batch of the stop leaves it alone.
    await runner.runBatches(automation);
    expect(await runner.shownRun(automation, written)).to.include({ status: 'running' });
  });

  it('Begins the step of a retried run again: a delay takes its whole time, and a wait counts the events that come after the retry.', async () => {
    const delaying = await runner.automation([pauseStep('one')]);
    const waiting = await runner.automation(
      [{ key: 'wait', type: 'wait_for_event', config: { event_name: 'paid', timeout: '2 days' } }],
      { trigger: 'started' },
    );
    const delayed = await runner.run(delaying);
    const waited = await runner.run(waiting);
    app.clock.advance(DAY_MS / 2);
    await cancel(delaying, delayed);
    await cancel(waiting, waited);
    expect((await runner.sendEvent('paid')).body.waits_resolved).to.equal(0);
    app.clock.advance(1_000);
    await expectRetried(delaying, delayed);
    await expectRetried(waiting, waited);
    const at = app.clock.now().getTime();
    await runner.advance(delayed, waited);
    for (const [automation, id, ms] of [
      [delaying, delayed, DAY_MS],
      [waiting, waited, 2 * DAY_MS],
    ] as const) {
      const run = await runner.shownRun(automation, id);
      expect(run).to.include({ status: 'running', wake_at: new Date(at + ms).toISOString() });
      expect(run.steps[1]).to.include({ status: 'waiting', started_at: new Date(at).toISOString() });
    }
    expect((await runner.sendEvent('paid')).body.waits_resolved).to.equal(1);
    await runner.advance(waited);
    expect(await runner.shownRun(waiting, waited)).to.include({ status: 'completed' });
  });

  it('Keeps what the steps before the retried one have done, and executes none of them again.', async () => {
    await makeTemplate();
    const automation = await runner.automation([mailOf('later', 'first'), mailOf('missing', 'second')]);
    const id = await runner.run(automation);
    expect(await stepsOf(app.pool, id)).to.deep.equal(['first completed', 'second failed']);
    await expectRetried(automation, id);
    expect(await stepsOf(app.pool, id)).to.deep.equal(['first completed']);
    await runner.advance(id);
    expect(await stepsOf(app.pool, id)).to.deep.equal(['first completed', 'second failed']);
    expect(await countMails()).to.equal(1);
    expect(await readRun(app.pool, id)).to.include({ status: 'failed', position: 1 });
  });

  it('Rejects the retry of a run that is running or completed with validation_error 422.', async () => {
    const automation = await failing();
    await makeTemplate();
    const completed = await runner.run(automation, { payload: { paid: true } });
    const waiting = await runner.automation([pauseStep('one')]);
    const running = await runner.run(waiting);
    for (const [of, id, why] of [
      [automation, completed, 'completed'],
      [waiting, running, 'running'],
    ] as const) {
      const before = await readRun(app.pool, id);
      expect(expectError(await retry(of, id), 422, 'validation_error')).to.include(why);
      expect(await readRun(app.pool, id)).to.deep.equal(before);
    }
  });

  it('Rejects the retry of a run of a disabled automation with validation_error 422.', async () => {
    const automation = await failing();
    const id = await runner.run(automation, { payload: { paid: true } });
    await runner.change(automation.id, { status: 'disabled' });
    expect(expectError(await retry(automation, id), 422, 'validation_error')).to.include('disabled');
    expect(await readRun(app.pool, id)).to.include({ status: 'failed' });
    expectError(await retry(await runner.automation(), id), 404, 'not_found');
  });

  it('Rejects the retry of a run whose contact was deleted with validation_error 422.', async () => {
    const automation = await failing();
    const id = await runner.run(automation, { payload: { paid: true } });
    expect((await runner.api.delete(`/contacts/${runner.contactId}`)).status).to.equal(200);
    expect(expectError(await retry(automation, id), 422, 'validation_error')).to.include('deleted');
    expect(await readRun(app.pool, id)).to.include({ status: 'failed' });
  });

  it('Rejects the retry of a run whose contact is in another audience than the automation with validation_error 422.', async () => {
    const automation = await failing();
    const id = await runner.run(automation, { payload: { paid: true } });
    const { id: audienceId } = await createAudience(app.pool, runner.accountId);
    await app.pool.query('UPDATE automations SET audience_id = $2 WHERE id = $1', [
      automation.id,
      audienceId,
    ]);
    expect(expectError(await retry(automation, id), 422, 'validation_error')).to.include(
      'different audiences',
    );
    expect(await readRun(app.pool, id)).to.include({ status: 'failed' });
  });

  it('Rejects the retry of a run whose contact has another run in progress when reentry is when_done with validation_error 422.', async () => {
    const automation = await failing({ reentry: 'when_done' });
    const id = await runner.run(automation, { payload: { paid: true } });
    const { id: other } = await createRun(app.pool, { automation, contactId: runner.contactId });
    await app.pool.query('UPDATE automation_runs SET is_exclusive = true WHERE id = $1', [other]);
    expect(expectError(await retry(automation, id), 422, 'validation_error')).to.include('in progress');
    // A run that was stopped holds no place, also before a job has written it.
    await app.pool.query('UPDATE automations SET epoch = epoch + 1 WHERE id = $1', [automation.id]);
    await expectRetried(automation, id);
    expectError(await retry(automation, other), 422, 'validation_error');
    await runner.change(automation.id, { reentry: 'always' });
    await expectRetried(automation, other);
  });

  it('Rejects the retry of a run whose contact has 100 runs in progress in the automation, or 1,000 in all, with validation_error 422.', async () => {
    const automation = await failing();
    const id = await runner.run(automation, { payload: { paid: true } });
    await fill(automation, ACTIVE_RUNS_MAX);
    expectError(await retry(automation, id), 422, 'validation_error');
    await app.pool.query("DELETE FROM automation_runs WHERE automation_id = $1 AND status = 'running'", [
      automation.id,
    ]);
    const others = await runner.automation();
    await fill(others, ACTIVE_RUNS_OF_CONTACT_MAX);
    expectError(await retry(automation, id), 422, 'validation_error');
    await app.pool.query(
      'DELETE FROM automation_runs WHERE id = (SELECT min(id::text)::uuid FROM automation_runs WHERE automation_id = $1)',
      [others.id],
    );
    await expectRetried(automation, id);
  });

  it('Takes one run up again once, however many retries come at the same time.', async () => {
    const automation = await failing({ reentry: 'when_done' });
    const first = await runner.run(automation, { payload: { paid: true } });
    const second = await runner.run(automation, { payload: { paid: true } });
    const asked = Array.from({ length: 8 }, (_, index) =>
      retry(automation, index % 2 === 0 ? first : second),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).to.have.length(1);
    expect(new Set(statuses)).to.deep.equal(new Set([200, 422]));
    const { rowCount } = await app.pool.query(
      "SELECT FROM automation_runs WHERE automation_id = $1 AND status = 'running'",
      [automation.id],
    );
    expect(rowCount).to.equal(1);
  });
});
