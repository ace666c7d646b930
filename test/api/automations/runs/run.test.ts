// GET /automations/:id/runs/:runId and POST …/cancel (docs/reference/automation-runs.md).
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { useEach } from '../../../support/api/use-each.ts';
import { readRun } from '../../../support/factories/run-factories.ts';
import { createTemplate } from '../../../support/factories/template-factories.ts';
import { branches, createRunner, mailOf, PAID, pauseStep } from './runner.ts';

const DAY_MS = 86_400_000;

describe('A run of an automation', () => {
  const app = useApp();
  const runner = useEach(() => createRunner(app));
  /** paid → (met) yes → last, (not met) no → last */
  const branching = () =>
    runner.automation([PAID, pauseStep('yes'), pauseStep('no'), pauseStep('last')], {
      connections: [
        ...branches('yes', 'no'),
        { from: 'yes', to: 'last', type: 'default' },
        { from: 'no', to: 'last', type: 'default' },
      ],
    });

  it('Answers a run with the trigger and all steps of its version, in their order, with what each has done.', async () => {
    const automation = await branching();
    const startedAt = app.clock.now();
    const id = await runner.run(automation, { payload: { paid: true } });
    const run = await runner.shownRun(automation, id);
    const [trigger, paid, yes, no] = run.steps;
    const at = startedAt.toISOString();
    const times = { started_at: at, completed_at: at, created_at: at };
    const wakeAt = new Date(startedAt.getTime() + DAY_MS).toISOString();
    expect(run).to.include({
      object: 'automation_run',
      id,
      status: 'running',
      current_step: 'yes',
      version: 1,
      contact_id: runner.contactId,
      wake_at: wakeAt,
      reason: null,
      completed_at: null,
    });
    const { output, ...rest } = trigger ?? expect.fail();
    const done = { status: 'completed', error: null, ...times };
    expect(rest).to.deep.equal({ key: 'trigger', type: 'trigger', ...done });
    expect(output).to.deep.include({ payload: { paid: true } });
    const result = { result: 'condition_met' };
    expect(paid).to.deep.equal({ key: 'paid', type: 'condition', output: result, ...done });
    const nothing = { type: 'delay', output: null, error: null, completed_at: null, created_at: at };
    expect(yes).to.deep.equal({ key: 'yes', status: 'waiting', ...nothing, started_at: at });
    expect(no).to.deep.equal({ key: 'no', status: 'skipped', ...nothing, started_at: null });
  });

  it('Shows steps that a run may still come to as pending, and the others that it has not come to as skipped.', async () => {
    const automation = await branching();
    const id = await runner.run(automation);
    const before = ['trigger completed', 'paid completed', 'yes skipped'];
    const waiting = [...before, 'no waiting', 'last pending'];
    expect(await runner.shownSteps(automation, id)).to.deep.equal(waiting);
    await runner.api.post(`/automations/${automation.id}/runs/${id}/cancel`);
    const cancelled = [...before, 'no skipped', 'last skipped'];
    expect(await runner.shownSteps(automation, id)).to.deep.equal(cancelled);
  });

  it('Shows the step at which a run is as running, and as waiting while it waits.', async () => {
    const { id: template } = await createTemplate(app.pool, runner.accountId, {
      from: `a@${runner.domain.name}`,
    });
    const automation = await runner.automation([mailOf(template), pauseStep('later')]);
    await app.pool.query(
      "INSERT INTO sending_switches (name, reason, tripped_at) VALUES ('pause', 'a test', now())",
    );
    try {
      const id = await runner.run(automation);
      const steps = ['trigger completed', 'mail waiting', 'later pending'];
      expect(await runner.shownSteps(automation, id)).to.deep.equal(steps);
      const run = await runner.shownRun(automation, id);
      expect(run).to.include({ status: 'running', current_step: 'mail' });
      expect(run['reason']).to.equal('sending_service_unavailable');
      expect(run['wake_at']).to.equal(new Date(app.clock.now().getTime() + 60_000).toISOString());
      // As while a worker moves it.
      await app.pool.query('UPDATE automation_runs SET postponed_at = NULL WHERE id = $1', [id]);
      expect((await runner.shownSteps(automation, id))[1]).to.equal('mail running');
    } finally {
      await app.pool.query('DELETE FROM sending_switches');
    }
  });

  it('Shows a run with the steps with which it started, whatever becomes of those of the automation.', async () => {
    const automation = await runner.automation([pauseStep('old')]);
    const id = await runner.run(automation);
    const steps = [{ key: 'trigger', type: 'trigger', config: { event_name: 'x' } }, pauseStep('new')];
    const changed = await runner.change(automation.id, { status: 'enabled', steps });
    expect(changed.status, JSON.stringify(changed.body)).to.equal(200);
    expect(await runner.shownSteps(automation, id)).to.deep.equal(['trigger completed', 'old waiting']);
    expect(await runner.shownRun(automation, id)).to.include({ version: 1, status: 'running' });
  });

  it('Answers not_found 404 to a run of another automation.', async () => {
    const automation = await runner.automation();
    const other = await runner.automation();
    const id = await runner.run(automation);
    expectError(await runner.api.get(`/automations/${other.id}/runs/${id}`), 404, 'not_found');
    expectError(await runner.api.post(`/automations/${other.id}/runs/${id}/cancel`), 404, 'not_found');
    expect(await readRun(app.pool, id)).to.include({ status: 'running' });
  });

  it('Cancels a run, once and for all: its later steps are not executed.', async () => {
    const automation = await runner.automation([pauseStep('one'), pauseStep('two')]);
    const id = await runner.run(automation);
    const path = `/automations/${automation.id}/runs/${id}`;
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await runner.api.post(`${path}/cancel`);
      expect([status, body]).to.deep.equal([200, { object: 'automation_run', id, status: 'cancelled' }]);
    }
    const run = await runner.shownRun(automation, id);
    expect(run).to.include({ status: 'cancelled', reason: 'cancelled', current_step: null, wake_at: null });
    expect(run['completed_at']).to.equal(app.clock.now().toISOString());
    app.clock.advance(2 * DAY_MS);
    await runner.advance(id);
    expect(await runner.shownRun(automation, id)).to.deep.equal(run);
  });

  it('Answers the cancel of a cancelled run as the first one, also of a run that was stopped with its automation.', async () => {
    const automation = await runner.automation();
    const id = await runner.run(automation);
    await runner.api.post(`/automations/${automation.id}/stop`);
    const path = `/automations/${automation.id}/runs/${id}/cancel`;
    const first = await runner.api.post(path);
    expect([first.status, first.body.status]).to.deep.equal([200, 'cancelled']);
    await runner.runBatches(automation);
    const second = await runner.api.post(path);
    expect([second.status, second.body]).to.deep.equal([first.status, first.body]);
  });

  it('Rejects the cancel of a run that is completed or has failed with validation_error 422.', async () => {
    const completing = await runner.automation([PAID]);
    const failing = await runner.automation([mailOf('none')]);
    for (const automation of [completing, failing]) {
      const id = await runner.run(automation);
      const before = await runner.shownRun(automation, id);
      const answer = await runner.api.post(`/automations/${automation.id}/runs/${id}/cancel`);
      expectError(answer, 422, 'validation_error');
      expect(await runner.shownRun(automation, id)).to.deep.equal(before);
    }
  });
});
