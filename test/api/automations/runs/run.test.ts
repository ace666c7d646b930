// GET /automations/:id/runs/:runId and POST …/cancel (docs/reference/automation-runs.md).
import { expect } from 'chai';
import { useApp } from '../../../support/app.ts';
import { expectError } from '../../../support/error-body.ts';
import { readRun } from '../../../support/run-factories.ts';
import { createTemplate } from '../../../support/template-factories.ts';
import { createRunner, type Runner } from './runner.ts';

const PAID = {
  key: 'paid',
  type: 'condition',
  config: { type: 'rule', field: 'event.paid', operator: 'eq', value: true },
} as const;
const pause = (key: string) => ({ key, type: 'delay', config: { duration: '1 day' } }) as const;
const DAY_MS = 86_400_000;

describe('A run of an automation', () => {
  const app = useApp();
  let runner: Runner;
  beforeEach(async () => {
    runner = await createRunner(app);
  });
  /** paid → (met) yes → last, (not met) no → last */
  const branching = () =>
    runner.automation([PAID, pause('yes'), pause('no'), pause('last')], {
      connections: [
        { from: 'trigger', to: 'paid', type: 'default' },
        { from: 'paid', to: 'yes', type: 'condition_met' },
        { from: 'paid', to: 'no', type: 'condition_not_met' },
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
    });
    expect(run).to.include({
      contact_id: runner.contactId,
      wake_at: wakeAt,
      reason: null,
      completed_at: null,
    });
    const { output, ...rest } = trigger ?? expect.fail();
    expect(rest).to.deep.equal({
      key: 'trigger',
      type: 'trigger',
      status: 'completed',
      error: null,
      ...times,
    });
    expect(output).to.deep.include({ payload: { paid: true } });
    expect(paid).to.deep.equal({
      key: 'paid',
      type: 'condition',
      status: 'completed',
      output: { result: 'condition_met' },
      error: null,
      ...times,
    });
    const nothing = { output: null, error: null, completed_at: null };
    expect(yes).to.deep.equal({
      key: 'yes',
      type: 'delay',
      status: 'waiting',
      ...nothing,
      started_at: at,
      created_at: at,
    });
    expect(no).to.deep.equal({
      key: 'no',
      type: 'delay',
      status: 'skipped',
      ...nothing,
      started_at: null,
      created_at: at,
    });
  });

  it('Shows steps that a run may still come to as pending, and the others that it has not come to as skipped.', async () => {
    const automation = await branching();
    const id = await runner.run(automation);
    expect(await runner.shownSteps(automation, id)).to.deep.equal([
      'trigger completed',
      'paid completed',
      'yes skipped',
      'no waiting',
      'last pending',
    ]);
    await runner.api.post(`/automations/${automation.id}/runs/${id}/cancel`);
    expect(await runner.shownSteps(automation, id)).to.deep.equal([
      'trigger completed',
      'paid completed',
      'yes skipped',
      'no skipped',
      'last skipped',
    ]);
  });

  it('Shows the step at which a run is as running, and as waiting while it waits.', async () => {
    const { id: template } = await createTemplate(app.pool, runner.accountId, {
      from: `a@${runner.domain.name}`,
    });
    const automation = await runner.automation([
      { key: 'mail', type: 'send_email', config: { template: { id: template } } },
      pause('later'),
    ]);
    await app.pool.query(
      "INSERT INTO sending_switches (name, reason, tripped_at) VALUES ('pause', 'a test', now())",
    );
    try {
      const id = await runner.run(automation);
      expect(await runner.shownSteps(automation, id)).to.deep.equal([
        'trigger completed',
        'mail waiting',
        'later pending',
      ]);
      const run = await runner.shownRun(automation, id);
      expect(run).to.include({
        status: 'running',
        current_step: 'mail',
        reason: 'sending_service_unavailable',
      });
      expect(run['wake_at']).to.equal(new Date(app.clock.now().getTime() + 60_000).toISOString());
      // As while a worker moves it.
      await app.pool.query('UPDATE automation_runs SET postponed_at = NULL WHERE id = $1', [id]);
      expect((await runner.shownSteps(automation, id))[1]).to.equal('mail running');
    } finally {
      await app.pool.query('DELETE FROM sending_switches');
    }
  });

  it('Shows a run with the steps with which it started, whatever becomes of those of the automation.', async () => {
    const automation = await runner.automation([pause('old')]);
    const id = await runner.run(automation);
    const steps = [{ key: 'trigger', type: 'trigger', config: { event_name: 'x' } }, pause('new')];
    const changed = await runner.change(automation.id, { status: 'enabled', steps });
    expect(changed.status, JSON.stringify(changed.body)).to.equal(200);
    expect(await runner.shownSteps(automation, id)).to.deep.equal(['trigger completed', 'old waiting']);
    expect(await runner.shownRun(automation, id)).to.include({ version: 1, status: 'running' });
  });

  it('Answers not_found 404 to a run of another automation.', async () => {
    const [automation, other] = [await runner.automation(), await runner.automation()];
    const id = await runner.run(automation);
    expectError(await runner.api.get(`/automations/${other.id}/runs/${id}`), 404, 'not_found');
    expectError(await runner.api.post(`/automations/${other.id}/runs/${id}/cancel`), 404, 'not_found');
    expect(await readRun(app.pool, id)).to.include({ status: 'running' });
  });

  it('Cancels a run, once and for all: its later steps are not executed.', async () => {
    const automation = await runner.automation([pause('one'), pause('two')]);
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
    const failing = await runner.automation([
      { key: 'mail', type: 'send_email', config: { template: { id: 'none' } } },
    ]);
    for (const automation of [completing, failing]) {
      const id = await runner.run(automation);
      const before = await runner.shownRun(automation, id);
      const answer = await runner.api.post(`/automations/${automation.id}/runs/${id}/cancel`);
      expectError(answer, 422, 'validation_error');
      expect(await runner.shownRun(automation, id)).to.deep.equal(before);
    }
  });
});
