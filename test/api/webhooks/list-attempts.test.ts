// GET /webhooks/:id/events/:eid/attempts: an answer of the shape that Resend's SDK expects
// (docs/reference/webhooks.md#events-and-attempts).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey, createWebhook } from '../../support/factories.ts';
import { describePaging } from '../paging.ts';
import { createAttempt, createMessage, createOwner, ids } from './owner.ts';

describe('GET /webhooks/:id/events/:eid/attempts', () => {
  const app = useApp();

  const createHook = async () => {
    const { token, accountId } = await createOwner(app);
    const hook = await createWebhook(app.pool, accountId);
    const { id: eventId } = await createMessage(app.pool, hook);
    const list = (as = token, webhookId = hook.id) =>
      app.as(as).get(`/webhooks/${webhookId}/events/${eventId}/attempts`);
    return { token, hook, eventId, list };
  };

  it('Lists each attempt with the answer of the endpoint, its headers, the duration and the time.', async () => {
    const { hook, eventId, list } = await createHook();
    const { id } = await createAttempt(app.pool, hook, eventId, { statusCode: 500, body: 'no' });
    const { status, body } = await list();
    expect(status).to.equal(200);
    expect(body.data).to.have.length(1);
    const [{ sent_at, ...attempt }] = body.data;
    expect(attempt).to.deep.equal({
      id,
      http_status_code: 500,
      response: 'no',
      response_headers: { server: 'acme' },
      error: null,
      duration_ms: 12,
    });
    const { rows } = await app.pool.query<{ sent: Date }>(
      "SELECT created_at - interval '12 milliseconds' AS sent FROM webhook_attempts WHERE id = $1",
      [id],
    );
    expect(sent_at).to.equal(rows[0]?.sent.toISOString());
  });

  it('Says in `error` why an attempt got no answer.', async () => {
    const { hook, eventId, list } = await createHook();
    await createAttempt(app.pool, hook, eventId, {
      statusCode: null,
      error: 'It did not answer.',
      body: null,
    });
    const { body } = await list();
    expect(body.data[0]).to.deep.include({
      http_status_code: null,
      response: null,
      response_headers: {},
      error: 'It did not answer.',
    });
  });

  describe("Answers not_found 404 for an unknown event, another account's event and an event of another webhook.", () => {
    it("another account's event, and an event under another webhook", async () => {
      const { token, hook, list } = await createHook();
      const stranger = await createApiKey(app.pool);
      expectError(await list(stranger.token), 404, 'not_found');
      const other = await createWebhook(app.pool, hook.accountId);
      expectError(await list(token, other.id), 404, 'not_found');
      expectError(await list(token, 'none'), 404, 'not_found');
    });
  });

  describe('paging', () => {
    // The path contains the ids, so all tests list the attempts of one event, and each test begins by deleting them.
    const [webhookId, eventId] = [ids.next(), ids.next()];
    let hook: { id: string; accountId: string };
    let token: string;
    let other: { id: string; accountId: string };
    before(async () => {
      const owner = await createOwner(app);
      token = owner.token;
      hook = { id: webhookId, accountId: owner.accountId };
      const made = await createWebhook(app.pool, owner.accountId);
      await app.pool.query('UPDATE webhooks SET id = $2 WHERE id = $1', [made.id, webhookId]);
      await createMessage(app.pool, hook, { id: eventId });
      other = await createWebhook(app.pool, (await createApiKey(app.pool)).accountId);
    });

    describePaging(app, `/webhooks/${webhookId}/events/${eventId}/attempts`, async () => {
      await app.pool.query('DELETE FROM webhook_attempts WHERE message_id = $1', [eventId]);
      return {
        token,
        createItem: async () => (await createAttempt(app.pool, hook, eventId)).id,
        deleteItem: (id) => app.pool.query('DELETE FROM webhook_attempts WHERE id = $1', [id]),
        createForeignItem: async () => {
          const message = await createMessage(app.pool, other);
          return (await createAttempt(app.pool, other, message.id)).id;
        },
      };
    });
  });
});
