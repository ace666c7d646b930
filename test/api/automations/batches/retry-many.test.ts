// POST /automations/:id/runs/retry (docs/reference/automation-batches.md#post-automationsidrunsretry).
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { useEach } from '../../../support/api/use-each.ts';
import { createAudience, createContact } from '../../../support/factories/contact-factories.ts';
import { createRun, readRun } from '../../../support/factories/run-factories.ts';
import { countsOf, createBatcher, FAILING } from './batcher.ts';

const HOUR_MS = 3_600_000;

describe('Retrying the failed runs of an automation', () => {
  const app = useApp();
  const owner = useEach(() => createBatcher(app));

  it('Takes the runs up again that have failed since a time, and no others.', async () => {
    const automation = await owner.automation(FAILING);
    const before = await owner.run(automation);
    app.clock.advance(HOUR_MS);
    const since = app.clock.now();
    const failed = [await owner.run(automation), await owner.run(automation)];
    const { id: running } = await createRun(app.pool, { automation, contactId: owner.contactId });
    const { id: cancelled } = await createRun(app.pool, { automation, contactId: owner.contactId });
    await owner.api.post(`/automations/${automation.id}/runs/${cancelled}/cancel`);
    app.clock.advance(HOUR_MS);
    const answer = await owner.retryRuns(automation, { since: since.toISOString() });
    expect(answer.body).to.include({ object: 'automation_batch', type: 'retry', status: 'pending' });
    app.clock.advance(1_000);
    const late = await owner.run(automation);
    expect(await owner.ended(automation, answer)).to.deep.include({
      status: 'completed',
      counts: countsOf({ done: 2 }),
      skipped_reasons: {},
    });
    for (const id of failed) {
      // They sleep until the tick wakes them, after other mail.
      const run = await readRun(app.pool, id);
      expect(run).to.include({ status: 'running', isWoken: false, attempts: 0 });
      expect(run.nextAttemptAt).to.deep.equal(app.clock.now());
      const { rows } = await app.pool.query('SELECT lane FROM automation_runs WHERE id = $1', [id]);
      expect(rows).to.deep.equal([{ lane: 'bulk' }]);
    }
    const statuses = [before, running, cancelled, late].map(
      async (id) => (await readRun(app.pool, id)).status,
    );
    expect(await Promise.all(statuses)).to.deep.equal(['failed', 'running', 'cancelled', 'failed']);
  });

  it('Takes no run up twice that fails again while the retry goes on.', async () => {
    const automation = await owner.automation(FAILING);
    const id = await owner.run(automation);
    const answer = await owner.retryRuns(automation, { since: '1 hour ago' });
    app.clock.advance(1_000);
    expect((await owner.ended(automation, answer)).counts).to.deep.equal(countsOf({ done: 1 }));
    await owner.advanceBulk();
    const failed = await readRun(app.pool, id);
    expect(failed).to.include({ status: 'failed', reason: 'Template not found.' });
    // As when its worker has died before it wrote the position.
    await app.pool.query(
      `UPDATE automation_batch_work SET status = 'running', position = $2, next_attempt_at = now(),
              woken_at = now(), ended_at = NULL WHERE id = $1`,
      [answer.body.id, '00000000-0000-0000-0000-000000000000'],
    );
    await owner.runBatches(automation);
    expect(await readRun(app.pool, id)).to.deep.equal(failed);
  });

  it('Counts the runs whose contact was deleted, has a run in progress or too many, as skipped with the reason.', async () => {
    const automation = await owner.automation(FAILING, { reentry: 'when_done' });
    const first = await owner.run(automation);
    const second = await owner.run(automation);
    const [gone = '', other = ''] = await owner.contacts(2);
    await owner.run(automation, { contactId: gone });
    await owner.run(automation, { contactId: other });
    await owner.api.delete(`/contacts/${gone}`);
    const { id: audienceId } = await createAudience(app.pool, owner.accountId);
    const { id: left } = await createContact(app.pool, { accountId: owner.accountId });
    await owner.run(automation, { contactId: left });
    await app.pool.query('UPDATE contacts SET audience_id = $2 WHERE id = $1', [left, audienceId]);
    const waiting = await owner.automation();
    const { id: filler } = await createRun(app.pool, { automation: waiting, contactId: other });
    await app.pool.query(
      `INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
                                    is_exclusive, chain, listens, step_key, clock, created_at)
       SELECT uuid_v7(now()), account_id, automation_id, version_id, epoch, domain_id, contact_id, uuid_v7(now()), false,
              chain, listens, step_key, clock, created_at
       FROM automation_runs, generate_series(2, 1000) WHERE id = $1`,
      [filler],
    );
    const answer = await owner.retryRuns(automation, { since: '1 hour ago' });
    const { counts, skipped_reasons } = await owner.ended(automation, answer);
    expect([counts, skipped_reasons]).to.deep.equal([
      countsOf({ done: 1, skipped: 4 }),
      { active: 1, deleted: 1, left: 1, limit: 1 },
    ]);
    expect((await readRun(app.pool, first)).status).to.equal('running');
    expect((await readRun(app.pool, second)).status).to.equal('failed');
  });

  it('Rejects a retry without a time with missing_required_field 422, and one whose time cannot be read or is in the future with validation_error 422.', async () => {
    const automation = await owner.automation(FAILING);
    for (const body of [{}, { since: null }, { since: '' }])
      expectError(await owner.retryRuns(automation, body), 422, 'missing_required_field');
    const future = new Date(app.clock.now().getTime() + 1).toISOString();
    for (const since of [7, 'soon', '2026-02-30', future, 'in 1 hour'])
      expect(expectError(await owner.retryRuns(automation, { since }), 422, 'validation_error')).to.include(
        '`since`',
      );
    expect(await owner.batches(automation.id)).to.deep.equal([]);
  });

  it('Rejects a retry of the runs of a disabled automation with validation_error 422.', async () => {
    const automation = await owner.automation(FAILING, { status: 'disabled' });
    const answer = await owner.retryRuns(automation, { since: '1 hour ago' });
    expect(expectError(answer, 422, 'validation_error')).to.include('disabled');
  });

  it('Ends a retry as cancelled when its automation is stopped or disabled, and leaves the other runs unchanged.', async () => {
    for (const stop of [
      (id: string) => owner.api.post(`/automations/${id}/stop`),
      (id: string) => owner.change(id, { status: 'disabled' }),
      (id: string) => owner.api.post(`/automations/${id}/runs/cancel`),
    ]) {
      const automation = await owner.automation(FAILING);
      const id = await owner.run(automation);
      const answer = await owner.retryRuns(automation, { since: '1 hour ago' });
      await stop(automation.id);
      expect(await owner.ended(automation, answer)).to.deep.include({
        status: 'cancelled',
        counts: countsOf({ skipped: 1 }),
        skipped_reasons: { disabled: 1 },
      });
      expect(await readRun(app.pool, id)).to.include({ status: 'failed' });
    }
  });
});
