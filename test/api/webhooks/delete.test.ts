// DELETE /webhooks/:id (interface.md).
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

  it('Response: `{ object: webhook, id, deleted: true }`.', async () => {
    const { status, body } = await remove();
    expect([status, body]).to.deep.equal([200, { object: 'webhook', id, deleted: true }]);
  });

  it('Permanently removes the webhook', async () => {
    await remove();
    expect((await app.as(owner.token).get('/webhooks')).body.data).to.deep.equal([]);
    expectError(await app.as(owner.token).get(`/webhooks/${id}`), 404, 'not_found');
    expectError(
      await app.as(owner.token).patch(`/webhooks/${id}`).send({ status: 'enabled' }),
      404,
      'not_found',
    );
  });

  it('shows its events no more', async () => {
    const message = await createMessage(app.pool, { id, accountId: owner.accountId });
    const events = `/webhooks/${id}/events`;
    expect((await app.as(owner.token).get(events)).status).to.equal(200);
    await remove();
    for (const path of [events, `${events}/${message.id}`, `${events}/${message.id}/attempts`])
      expectError(await app.as(owner.token).get(path), 404, 'not_found');
    expectError(await app.as(owner.token).post(`${events}/${message.id}/replay`), 404, 'not_found');
  });

  it('ends a replay of its events', async () => {
    await app.as(owner.token).post(`/webhooks/${id}/replay`).send({ since: '1 hour ago' }).expect(200);
    await remove();
    const { rowCount } = await app.pool.query('SELECT FROM webhook_replays WHERE webhook_id = $1', [id]);
    expect(rowCount).to.equal(0);
  });

  describe("`not_found` (404) when the webhook does not exist or is not the caller's.", () => {
    it('it was deleted before', async () => {
      await remove();
      expectError(await remove(), 404, 'not_found');
    });

    it("it is another account's, and stays", async () => {
      const { token } = await createOwner(app);
      expectError(await remove(token), 404, 'not_found');
      expect((await app.as(owner.token).get(`/webhooks/${id}`)).status).to.equal(200);
    });
  });
});
