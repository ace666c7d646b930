// GET /webhooks/:id/events: the events that were or will be delivered to a webhook, in the shape that Resend's SDK
// expects (docs/reference/webhooks.md#events-and-attempts).
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

  it('Lists each event with its id, type, time and delivery status.', async () => {
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

  it('Lists an event as soon as it occurs, if the webhook subscribes to it.', async () => {
    const { token, accountId, create } = await createOwner(app);
    const { id } = (await create({ events: ['email.scheduled'] })).body;
    const { id: otherId } = (await create({ events: ['email.canceled'] })).body;
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
    expect((await app.as(token).get(`/webhooks/${otherId}/events`)).body.data).to.deep.equal([]);
  });

  describe('Filters the events of a webhook by delivery status.', () => {
    for (const status of WEBHOOK_MESSAGE_STATES) {
      it(status, async () => {
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
  });

  it('Filters the events of a webhook by type, alone or together with a status.', async () => {
    const { hook, idsOf } = await createHook();
    const sent = await createMessage(app.pool, hook, { type: 'email.sent' });
    await createMessage(app.pool, hook, { type: 'email.bounced' });
    const failed = await createMessage(app.pool, hook, { type: 'email.sent', state: 'failed' });
    expect(await idsOf({ type: 'email.sent' })).to.deep.equal([failed.id, sent.id]);
    expect(await idsOf({ type: 'email.sent', status: 'failed' })).to.deep.equal([failed.id]);
    expect(await idsOf({ type: 'email.sent', status: 'success' })).to.deep.equal([sent.id]);
    expect(await idsOf({ type: 'email.opened' })).to.deep.equal([]);
  });

  describe('Rejects a filter of events by an unknown status, an unknown type or a group with validation_error 422.', () => {
    for (const query of [
      { status: 'done' },
      { status: '' },
      { type: 'email.*' },
      { type: 'email.read' },
      { type: '' },
    ]) {
      it(JSON.stringify(query), async () => {
        const { list } = await createHook();
        expectError(await list(query), 422, 'validation_error');
      });
    }
  });

  it('Lists only the events of the webhook in the path.', async () => {
    const { hook, idsOf } = await createHook();
    const other = await createWebhook(app.pool, hook.accountId);
    await createMessage(app.pool, other);
    const own = await createMessage(app.pool, hook);
    expect(await idsOf({})).to.deep.equal([own.id]);
  });

  describe("Answers not_found 404 for an unknown webhook and for another account's webhook, and changes nothing.", () => {
    it("another account's webhook, an unknown id and a malformed id", async () => {
      const { hook, list } = await createHook();
      await createMessage(app.pool, hook);
      const { token } = await createApiKey(app.pool);
      expectError(await list({}, token), 404, 'not_found');
      for (const id of ['none', '01936d3e-5b7a-7c3d-9f21-0123456789ab'])
        expectError(await app.as(token).get(`/webhooks/${id}/events`), 404, 'not_found');
    });
  });

  describe('paging', () => {
    // The path contains the webhook's id, so all tests list the events of one webhook, and each test begins by deleting
    // them.
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
