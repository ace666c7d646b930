// DELETE /webhooks/:id (docs/reference/webhooks.md).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createAttempt, createHookOwner, createMessage } from './owner.ts';

describe('DELETE /webhooks/:id', () => {
  const app = useApp();
  const owner = useEach(() => createHookOwner(app));
  const remove = () => owner.api.delete(owner.path);

  it('Answers a deletion with the id of the webhook and `deleted: true`.', async () => {
    const { status, body } = await remove();
    expect([status, body]).to.deep.equal([200, { object: 'webhook', id: owner.hook.id, deleted: true }]);
  });

  it('Removes the webhook for good: it is no longer listed, and its id is not_found 404.', async () => {
    const counters = async () =>
      (await app.pool.query('SELECT FROM webhook_counters WHERE webhook_id = $1', [owner.hook.id])).rowCount;
    await createAttempt(app.pool, owner.hook, (await createMessage(app.pool, owner.hook)).id);
    expect(await counters()).to.equal(1);
    await remove();
    expect(await counters()).to.equal(0);
    expect((await owner.read('/webhooks')).data).to.deep.equal([]);
    expectError(await owner.api.get(owner.path), 404, 'not_found');
    expectError(await owner.api.patch(owner.path).send({ status: 'enabled' }), 404, 'not_found');
    expectError(await remove(), 404, 'not_found');
  });

  it('Answers not_found 404 for the events of a deleted webhook.', async () => {
    const message = await createMessage(app.pool, owner.hook);
    const events = `${owner.path}/events`;
    await owner.read(events);
    await remove();
    for (const path of [events, `${events}/${message.id}`, `${events}/${message.id}/attempts`])
      expectError(await owner.api.get(path), 404, 'not_found');
    expectError(await owner.api.post(`${events}/${message.id}/replay`), 404, 'not_found');
  });

  it('Ends a replay when its webhook is disabled or deleted.', async () => {
    await owner.api.post(`${owner.path}/replay`).send({ since: '1 hour ago' }).expect(200);
    const counters = async () => (await app.pool.query('SELECT FROM webhook_replay_counters')).rowCount;
    expect([await owner.count('webhook_replays'), await counters()]).to.deep.equal([1, 1]);
    await remove();
    expect([await owner.count('webhook_replays'), await counters()]).to.deep.equal([0, 0]);
  });
});
