// GET /automations/:id/runs (docs/reference/automation-runs.md#get-automationsidruns).
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { useEach } from '../../../support/api/use-each.ts';
import { createContact } from '../../../support/factories/contact-factories.ts';
import { createRun } from '../../../support/factories/run-factories.ts';
import { branches, createRunner, mailOf, PAID, pauseStep } from './runner.ts';

const STEPS = [PAID, pauseStep('pause'), mailOf('none')] as const;

describe('Listing runs of automations', () => {
  const app = useApp();
  const runner = useEach(() => createRunner(app));
  const automation = useEach(() => runner.automation(STEPS, { connections: branches('pause', 'mail') }));
  const list = async (query: object = {}) => {
    const { status, body } = await runner.api.get(`/automations/${automation.id}/runs`).query(query);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body as { object: string; has_more: boolean; data: { id: string; [field: string]: unknown }[] };
  };
  const idsOf = async (query: object) => (await list(query)).data.map(({ id }) => id);

  it('Lists the runs of an automation newest first, without their steps.', async () => {
    const first = await runner.run(automation, { payload: { paid: true } });
    app.clock.advance(1_000);
    const second = await runner.run(automation);
    const other = await runner.automation();
    await runner.run(other);
    const { object, has_more, data } = await list();
    expect([object, has_more]).to.deep.equal(['list', false]);
    const startedAt = app.clock.now().toISOString();
    const wakeAt = new Date(app.clock.now().getTime() + 86_399_000).toISOString();
    const { email } = (await runner.api.get(`/contacts/${runner.contactId}`).expect(200)).body;
    const shared = { contact_id: runner.contactId, email, version: 1 };
    expect(data).to.deep.equal([
      {
        id: second,
        status: 'failed',
        ...shared,
        current_step: null,
        wake_at: null,
        reason: 'Template not found.',
        started_at: startedAt,
        completed_at: startedAt,
        created_at: startedAt,
      },
      {
        id: first,
        status: 'running',
        ...shared,
        current_step: 'pause',
        wake_at: wakeAt,
        reason: null,
        started_at: data[1]?.['created_at'],
        completed_at: null,
        created_at: new Date(Date.parse(startedAt) - 1_000).toISOString(),
      },
    ]);
    await app.pool.query('DELETE FROM contacts WHERE id = $1', [runner.contactId]);
    expect((await list()).data.map((run) => run['email'])).to.deep.equal([null, null]);
    expect(await idsOf({ limit: 1 })).to.deep.equal([second]);
    expect(await idsOf({ limit: 1, after: second })).to.deep.equal([first]);
  });

  it('Lists only the runs with one of the statuses that the request names, separated by commas.', async () => {
    const running = await runner.run(automation, { payload: { paid: true } });
    const failed = await runner.run(automation);
    const cancelled = await runner.run(automation, { payload: { paid: true } });
    await runner.api.post(`/automations/${automation.id}/runs/${cancelled}/cancel`);
    expect(await idsOf({ status: 'running' })).to.deep.equal([running]);
    expect(await idsOf({ status: 'running,failed' })).to.deep.equal([failed, running]);
    expect(await idsOf({ status: 'cancelled, running' })).to.deep.equal([cancelled, running]);
    expect(await idsOf({ status: 'completed' })).to.deep.equal([]);
  });

  it('Lists only the runs of a contact, and only those that are at a step, have failed at it or were cancelled at it.', async () => {
    const { id: contactId } = await createContact(app.pool, { accountId: runner.accountId });
    const own = await runner.run(automation, { payload: { paid: true } });
    const others = await runner.run(automation, { contactId, payload: { paid: true } });
    const failed = await runner.run(automation, { contactId });
    expect(await idsOf({ contact_id: contactId })).to.deep.equal([failed, others]);
    expect(await idsOf({ step: 'pause' })).to.deep.equal([others, own]);
    expect(await idsOf({ step: automation.stepIds[1] })).to.deep.equal([others, own]);
    expect(await idsOf({ step: 'mail', status: 'failed', contact_id: contactId })).to.deep.equal([failed]);
    expect(await idsOf({ step: 'paid' })).to.deep.equal([]);
  });

  it('Shows the runs of a stopped automation as cancelled at once, before a job has written it into them.', async () => {
    const waiting = await runner.run(automation, { payload: { paid: true } });
    const { id: woken } = await createRun(app.pool, {
      automation,
      contactId: runner.contactId,
      startedAt: app.clock.now(),
    });
    app.clock.advance(1_000);
    await runner.api.post(`/automations/${automation.id}/stop`);
    const { data } = await list();
    expect(data.map(({ id, status, reason }) => [id, status, reason])).to.deep.equal([
      [woken, 'cancelled', 'stopped'],
      [waiting, 'cancelled', 'stopped'],
    ]);
    for (const run of data) {
      expect(run).to.include({ current_step: null, wake_at: null });
      expect(run['completed_at']).to.equal(app.clock.now().toISOString());
    }
    expect(await idsOf({ status: 'running' })).to.deep.equal([]);
    expect(await idsOf({ status: 'cancelled' })).to.have.length(2);
    await runner.runBatches(automation);
    expect((await list()).data).to.deep.equal(data);
  });
});
