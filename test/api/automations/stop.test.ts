// POST /automations/:id/stop and /duplicate, and DELETE (docs/reference/automations.md#stop-copy-delete).
import { expect } from 'chai';
import { AUTOMATIONS_MAX, LIST_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { insertMany } from '../../support/factories/insert-many.ts';
import { createAutomationOwner, DELAY, TRIGGER } from './owner.ts';

describe('Stopping, copying and deleting automations', () => {
  const app = useApp();
  const owner = useEach(() => createAutomationOwner(app));
  const stop = (id: string, body?: object) => owner.api.post(`/automations/${id}/stop`).send(body);
  const copy = (id: string) => owner.api.post(`/automations/${id}/duplicate`);

  it('Stops an automation: it is disabled, and its runs are cancelled at once.', async () => {
    for (const body of [undefined, {}, { cancel_runs: true }, { cancel_runs: null }]) {
      const { id } = await owner.made({ status: 'enabled' });
      app.clock.advance(1_000);
      const answer = await stop(id, body);
      expect([answer.status, answer.body]).to.deep.equal([
        200,
        { object: 'automation', id, status: 'disabled' },
      ]);
      const { status, updated_at } = await owner.shown(id);
      expect([status, updated_at]).to.deep.equal(['disabled', app.clock.now().toISOString()]);
      // Runs of an earlier epoch are cancelled; a batch writes it into them.
      expect(await owner.stored(id)).to.include({ epoch: 1 });
      expect(await owner.batches(id)).to.deep.equal(['cancel']);
    }
  });

  it('Stops an automation that is stopped already with the same answer.', async () => {
    const { id } = await owner.made({ status: 'enabled' });
    const first = await stop(id);
    const stopped = await owner.shown(id);
    app.clock.advance(1_000);
    const second = await stop(id);
    expect([second.status, second.body]).to.deep.equal([first.status, first.body]);
    expect(await owner.shown(id)).to.deep.equal(stopped);
    // Its runs may have been let to finish before.
    expect(await owner.stored(id)).to.include({ epoch: 2 });
  });

  it('Lets the runs of a stopped automation finish with `cancel_runs: false`.', async () => {
    const { id } = await owner.made({ status: 'enabled' });
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await stop(id, { cancel_runs: false });
      expect([status, body.status]).to.deep.equal([200, 'disabled']);
    }
    expect(await owner.shown(id)).to.include({ status: 'disabled' });
    expect(await owner.stored(id)).to.include({ epoch: 0 });
    expect(await owner.batches(id)).to.deep.equal([]);
  });

  it('Copies an automation with its steps, which get ids of their own; the copy is disabled.', async () => {
    const made = await owner.made({ status: 'enabled', reentry: 'once', steps: [DELAY, TRIGGER] });
    app.clock.advance(1_000);
    const { status, body } = await copy(made.id);
    expect(status, JSON.stringify(body)).to.equal(201);
    const now = app.clock.now().toISOString();
    const [trigger, delay] = made.steps;
    expect(body).to.deep.equal({
      ...made,
      id: body.id,
      name: 'Welcome (copy)',
      status: 'disabled',
      steps: [trigger, { ...delay, id: body.steps[1].id }],
      created_at: now,
      updated_at: now,
    });
    expect(body.id).to.not.equal(made.id);
    expect(body.steps[1].id).to.not.equal(delay?.id);
    expect(await owner.stored(body.id)).to.include({ version_id: null, epoch: 0 });
    await insertMany(app.pool, 'automations', [owner.accountId], AUTOMATIONS_MAX - 2);
    expectError(await copy(made.id), 422, 'validation_error');
  });

  it('Cuts the name of a copy that would be too long.', async () => {
    const { id } = await owner.made({ name: `${'x'.repeat(LIST_NAME_MAX_LENGTH - 8)}😀${'y'.repeat(6)}` });
    const { body } = await copy(id);
    expect(body.name).to.equal(`${'x'.repeat(LIST_NAME_MAX_LENGTH - 8)} (copy)`);
    const { body: second } = await copy(body.id);
    expect(second.name).to.have.length(LIST_NAME_MAX_LENGTH);
  });

  it('Answers the deletion of an automation with its id and `deleted: true`; it is not_found 404 afterwards.', async () => {
    const kept = await owner.made();
    for (const status of ['disabled', 'enabled']) {
      const { id, steps } = await owner.made({ status });
      const { body } = await owner.api.delete(`/automations/${id.toUpperCase()}`).expect(200);
      expect(body).to.deep.equal({ object: 'automation', id, deleted: true });
      const step = `/automations/${id}/steps/${steps[1]?.id}`;
      const answers = [
        await owner.api.get(`/automations/${id}`),
        await owner.change(id, { name: 'Other' }),
        await stop(id),
        await copy(id),
        await owner.api.post(`/automations/${id}/steps`).send(DELAY),
        await owner.api.patch(step).send({ config: DELAY.config }),
        await owner.api.delete(step),
        await owner.api.delete(`/automations/${id}`),
      ];
      for (const answer of answers)
        expect(expectError(answer, 404, 'not_found')).to.equal('Automation not found.');
      expect(await owner.stored(id)).to.deep.include({ epoch: 1, deleted_at: app.clock.now() });
      expect(await owner.batches(id)).to.deep.equal(['delete']);
    }
    const { body: list } = await owner.api.get('/automations');
    expect(list.data.map(({ id }: { id: string }) => id)).to.deep.equal([kept.id]);
  });

  it('Counts a deleted automation no longer among the 1,000 of its account.', async () => {
    await insertMany(app.pool, 'automations', [owner.accountId], AUTOMATIONS_MAX - 1);
    const { id } = await owner.made();
    expectError(await owner.create(), 422, 'validation_error');
    await owner.api.delete(`/automations/${id}`).expect(200);
    expect((await owner.create()).status).to.equal(201);
  });
});
