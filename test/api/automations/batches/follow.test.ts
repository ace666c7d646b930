// GET /automations/:id/batches and /batches/:batchId (docs/reference/automation-batches.md#the-batch-record).
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { useEach } from '../../../support/api/use-each.ts';
import { DELAY, TRIGGER } from '../owner.ts';
import { type BatchRecord, createBatcher } from './batcher.ts';

describe('Following batches of automations', () => {
  const app = useApp();
  const owner = useEach(() => createBatcher(app));
  const list = async (automation: { id: string }, query: object = {}) => {
    const { status, body } = await owner.api.get(`/automations/${automation.id}/batches`).query(query);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.data as BatchRecord[];
  };

  it('Answers a batch with its counts, which add up to the total when it has ended.', async () => {
    await owner.contacts(3);
    const automation = await owner.automation(undefined, { reentry: 'when_done' });
    await owner.ended(automation, await owner.enroll(automation, { contact_id: owner.contactId }));
    const batch = await owner.ended(automation, await owner.enroll(automation, { all: true }));
    const { counts } = batch;
    expect(counts).to.deep.equal({ total: 4, done: 3, skipped: 1, failed: 0 });
    expect(counts.total).to.equal(counts.done + counts.skipped + counts.failed);
    expect(await owner.batch(automation, batch.id.toUpperCase())).to.deep.equal(batch);
  });

  it('Lists the batches of an automation newest first, also those of one type or status.', async () => {
    const automation = await owner.automation();
    const ended = await owner.ended(automation, await owner.enroll(automation, { all: true }));
    const retry = await owner.retryRuns(automation, { since: '1 hour ago' });
    const { object: _, ...first } = ended;
    const { object: __, ...second } = retry.body as BatchRecord;
    expect(await list(automation)).to.deep.equal([second, first]);
    expect(await list(automation, { type: 'enroll' })).to.deep.equal([first]);
    expect(await list(automation, { status: 'pending' })).to.deep.equal([second]);
    expect(await list(automation, { limit: 1, after: second.id })).to.deep.equal([first]);
    // What the service does on its own is not shown.
    await app.pool.query("UPDATE automation_batch_work SET type = 'count' WHERE id = $1", [second.id]);
    expect(await list(automation)).to.deep.equal([first]);
    const path = `/automations/${automation.id}/batches/${second.id}`;
    expectError(await owner.api.get(path), 404, 'not_found');
  });

  it('Answers not_found 404 to a batch of another automation.', async () => {
    const automation = await owner.automation();
    const other = await owner.automation();
    const { body } = await owner.enroll(automation, { all: true });
    expectError(await owner.api.get(`/automations/${other.id}/batches/${body.id}`), 404, 'not_found');
    expect(await list(other)).to.deep.equal([]);
  });

  it('Shows a schedule as pending with its time until it is due.', async () => {
    const at = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    const schedule = { at, timezone: 'UTC' };
    const trigger = { ...TRIGGER, config: { event_name: 'service:schedule', ...schedule } };
    const { id } = await owner.made({ status: 'enabled', steps: [trigger, DELAY] });
    const [batch, ...others] = await list({ id });
    expect(others).to.deep.equal([]);
    expect(batch).to.deep.include({
      type: 'schedule',
      status: 'pending',
      at,
      counts: { total: null, done: 0, skipped: 0, failed: 0 },
      completed_at: null,
    });
  });
});
