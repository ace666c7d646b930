// DELETE /webhooks/:id (docs/reference/webhooks.md).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createMessage, createOwner, type Owner } from './owner.ts';

describe('DELETE /webhooks/:id', () => {
  const app = useApp();
  let owner: Owner;
  let id: string;
  beforeEach(async () => {
    owner = await createOwner(app);
    id = (await owner.create({ events: ['*'] })).body.id;
  });
  const remove = (token = owner.token) => app.as(token).delete(`/webhooks/${id}`);

  it('Answers a deletion with the id of the webhook and `deleted: true`.', async () => {
    const { status, body } = await remove();
    expect([status, body]).to.deep.equal([200, { object: 'webhook', id, deleted: true }]);
  });

  it('Removes the webhook for good: it is no longer listed, and its id is not_found 404.', async () => {
    await remove();
    expect((await app.as(owner.token).get('/webhooks')).body.data).to.deep.equal([]);
    expectError(await app.as(owner.token).get(`/webhooks/${id}`), 404, 'not_found');
    expectError(
      await app.as(owner.token).patch(`/webhooks/${id}`).send({ status: 'enabled' }),
      404,
      'not_found',
    );
  });

  it('Answers not_found 404 for the events of a deleted webhook.', async () => {
    const message = await createMessage(app.pool, { id, accountId: owner.accountId });
    const events = `/webhooks/${id}/events`;
    expect((await app.as(owner.token).get(events)).status).to.equal(200);
    await remove();
    for (const path of [events, `${events}/${message.id}`, `${events}/${message.id}/attempts`])
      expectError(await app.as(owner.token).get(path), 404, 'not_found');
    expectError(await app.as(owner.token).post(`${events}/${message.id}/replay`), 404, 'not_found');
  });

  it('Ends a replay when its webhook is disabled or deleted.', async () => {
    await app.as(owner.token).post(`/webhooks/${id}/replay`).send({ since: '1 hour ago' }).expect(200);
    await remove();
    const { rowCount } = await app.pool.query('SELECT FROM webhook_replays WHERE webhook_id = $1', [id]);
    expect(rowCount).to.equal(0);
  });

  describe("Answers not_found 404 for an unknown webhook and for another account's webhook, and changes nothing.", () => {
    it('the webhook was deleted before', async () => {
      await remove();
      expectError(await remove(), 404, 'not_found');
    });

    it('the webhook belongs to another account, and is kept', async () => {
      const { token } = await createOwner(app);
      expectError(await remove(token), 404, 'not_found');
      expect((await app.as(owner.token).get(`/webhooks/${id}`)).status).to.equal(200);
    });
  });
});
