// GET /webhooks/:id/events: what was or will be delivered to a webhook (decisions.md §9; Resend's shapes).
import { expect } from 'chai';
import { WEBHOOK_MESSAGE_STATES } from '../../../shared/contract/webhooks/values.ts';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey, createDomain, createWebhook } from '../../support/factories.ts';
import { describePaging } from '../paging.ts';
import { createMessage, createOwner, ids } from './owner.ts';

describe('GET /webhooks/:id/events', () => {
  const app = useApp();

  const createHook = async () => {
    const { token, accountId } = await createOwner(app);
    const hook = await createWebhook(app.pool, accountId);
    const list = (query: object = {}, as = token) =>
      app.as(as).get(`/webhooks/${hook.id}/events`).query(query);
    const idsOf = async (query: object) => (await list(query)).body.data.map(({ id }: { id: string }) => id);
    return { token, hook, list, idsOf };
  };

  it('answers id, type, time and status of each event', async () => {
    const { hook, list } = await createHook();
    const createdAt = new Date(Math.floor(Date.now() / 1000) * 1000);
    const { id } = await createMessage(app.pool, hook, { type: 'email.sent', state: 'failed', createdAt });
    const { status, body } = await list();
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      object: 'list',
      has_more: false,
      data: [{ id, type: 'email.sent', created_at: createdAt.toISOString(), status: 'failed' }],
    });
  });

  it('is made of the events that happened, one for each that the webhook asks for', async () => {
    const { token, accountId, create } = await createOwner(app);
    const { id } = (await create({ events: ['email.scheduled'] })).body;
    await create({ events: ['email.canceled'] });
    const { name } = await createDomain(app.pool, accountId);
    const email = {
      from: `ana@${name}`,
      to: 'bo@customer.dev',
      subject: 'Hello',
      text: 'Hello',
      scheduled_at: 'in 1 hour',
    };
    await app.as(token).post('/emails').send(email).expect(200);
    const { body } = await app.as(token).get(`/webhooks/${id}/events`);
    expect(
      body.data.map(({ type, status }: { type: string; status: string }) => [type, status]),
    ).to.deep.equal([['email.scheduled', 'pending']]);
  });

  for (const status of WEBHOOK_MESSAGE_STATES) {
    it(`answers only those that are ${status} when asked to`, async () => {
      const { hook, idsOf } = await createHook();
      const wanted: string[] = [];
      for (const state of [...WEBHOOK_MESSAGE_STATES, ...WEBHOOK_MESSAGE_STATES]) {
        const { id } = await createMessage(app.pool, hook, { state });
        if (state === status) wanted.unshift(id);
      }
      expect(await idsOf({ status })).to.deep.equal(wanted);
      expect(await idsOf({ status, after: wanted[0] })).to.deep.equal(wanted.slice(1));
      expect(await idsOf({ status, before: wanted[1] })).to.deep.equal(wanted.slice(0, 1));
    });
  }

  it('answers only those of a name when asked to, with a status too', async () => {
    const { hook, idsOf } = await createHook();
    const sent = await createMessage(app.pool, hook, { type: 'email.sent' });
    await createMessage(app.pool, hook, { type: 'email.bounced' });
    const failed = await createMessage(app.pool, hook, { type: 'email.sent', state: 'failed' });
    expect(await idsOf({ type: 'email.sent' })).to.deep.equal([failed.id, sent.id]);
    expect(await idsOf({ type: 'email.sent', status: 'failed' })).to.deep.equal([failed.id]);
    expect(await idsOf({ type: 'email.sent', status: 'success' })).to.deep.equal([sent.id]);
    expect(await idsOf({ type: 'email.opened' })).to.deep.equal([]);
  });

  for (const query of [
    { status: 'done' },
    { status: '' },
    { type: 'email.*' },
    { type: 'email.read' },
    { type: '' },
  ]) {
    it(`rejects ${JSON.stringify(query)} with validation_error 422`, async () => {
      const { list } = await createHook();
      expectError(await list(query), 422, 'validation_error');
    });
  }

  it("shows another webhook's events only there", async () => {
    const { hook, idsOf } = await createHook();
    const other = await createWebhook(app.pool, hook.accountId);
    await createMessage(app.pool, other);
    const own = await createMessage(app.pool, hook);
    expect(await idsOf({})).to.deep.equal([own.id]);
  });

  it("answers not_found 404 for another account's webhook, and for none", async () => {
    const { hook, list } = await createHook();
    await createMessage(app.pool, hook);
    const { token } = await createApiKey(app.pool);
    expectError(await list({}, token), 404, 'not_found');
    for (const id of ['none', '01936d3e-5b7a-7c3d-9f21-0123456789ab'])
      expectError(await app.as(token).get(`/webhooks/${id}/events`), 404, 'not_found');
  });

  describe('its pages', () => {
    // The path holds the webhook's id, so all lists are of one webhook, and each test empties it.
    let owner: { token: string; accountId: string };
    let hook: { id: string; accountId: string };
    let other: { id: string; accountId: string };
    const webhookId = ids.next();
    before(async () => {
      owner = await createOwner(app);
      hook = { id: webhookId, accountId: owner.accountId };
      const made = await createWebhook(app.pool, owner.accountId);
      await app.pool.query('UPDATE webhooks SET id = $2 WHERE id = $1', [made.id, hook.id]);
      other = await createWebhook(app.pool, (await createApiKey(app.pool)).accountId);
    });

    describePaging(app, `/webhooks/${webhookId}/events`, async () => {
      await app.pool.query('DELETE FROM webhook_messages WHERE webhook_id = $1', [hook.id]);
      return {
        token: owner.token,
        createItem: async () => (await createMessage(app.pool, hook)).id,
        deleteItem: (id) => app.pool.query('DELETE FROM webhook_messages WHERE id = $1', [id]),
        createForeignItem: async () => (await createMessage(app.pool, other)).id,
      };
    });
  });
});
