// GET /webhooks/:id/events/:eid: an answer of the shape that Resend's SDK expects
// (docs/reference/webhooks.md#events-and-attempts).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey, createWebhook } from '../../support/factories.ts';
import { createMessage, createOwner } from './owner.ts';

const UNKNOWN_ID = '01936d3e-5b7a-7c3d-9f21-0123456789ab';

describe('GET /webhooks/:id/events/:eid', () => {
  const app = useApp();

  const createHook = async () => {
    const { token, accountId } = await createOwner(app);
    return { token, hook: await createWebhook(app.pool, accountId) };
  };

  it('Answers an event with its payload and the time of its next attempt.', async () => {
    const { token, hook } = await createHook();
    const createdAt = new Date(Math.floor(Date.now() / 1000) * 1000);
    const nextAttemptAt = new Date(createdAt.getTime() + 5_000);
    const payload = { id: 'x', type: 'email.sent', data: { subject: 'Grüße', tags: {} } };
    const fields = { type: 'email.sent', state: 'pending', createdAt, nextAttemptAt, payload } as const;
    const { id } = await createMessage(app.pool, hook, fields);
    const { status, body } = await app.as(token).get(`/webhooks/${hook.id}/events/${id}`);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      object: 'webhook_event',
      id,
      type: 'email.sent',
      created_at: createdAt.toISOString(),
      status: 'pending',
      next_attempt_at: nextAttemptAt.toISOString(),
      payload,
    });
  });

  it('Answers next_attempt_at null for an event that was delivered or has failed.', async () => {
    const { token, hook } = await createHook();
    for (const state of ['success', 'failed'] as const) {
      const { id } = await createMessage(app.pool, hook, { state });
      const { body } = await app.as(token).get(`/webhooks/${hook.id}/events/${id}`);
      expect(body).to.include({ status: state, next_attempt_at: null });
    }
  });

  describe("Answers not_found 404 for an unknown event, another account's event and an event of another webhook.", () => {
    for (const [title, path] of [
      ['an unknown event', (hook: string) => `${hook}/events/${UNKNOWN_ID}`],
      ['a malformed id of an event', (hook: string) => `${hook}/events/none`],
      [
        'the event under a malformed id of a webhook',
        (_hook: string, event: string) => `none/events/${event}`,
      ],
      [
        'the event under an unknown webhook',
        (_hook: string, event: string) => `${UNKNOWN_ID}/events/${event}`,
      ],
    ] as const) {
      it(title, async () => {
        const { token, hook } = await createHook();
        const { id } = await createMessage(app.pool, hook);
        expectError(await app.as(token).get(`/webhooks/${path(hook.id, id)}`), 404, 'not_found');
      });
    }

    it('an event under another webhook of the same account', async () => {
      const { token, hook } = await createHook();
      const { id } = await createMessage(app.pool, await createWebhook(app.pool, hook.accountId));
      expectError(await app.as(token).get(`/webhooks/${hook.id}/events/${id}`), 404, 'not_found');
    });

    it("another account's event, under its own webhook and under the caller's", async () => {
      const { hook } = await createHook();
      const { id } = await createMessage(app.pool, hook);
      const { token, accountId } = await createApiKey(app.pool);
      const own = await createWebhook(app.pool, accountId);
      for (const webhookId of [hook.id, own.id])
        expectError(await app.as(token).get(`/webhooks/${webhookId}/events/${id}`), 404, 'not_found');
    });
  });
});
