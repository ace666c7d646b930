// The webhook calls of the Node SDK of Resend, unchanged but for its base URL
// (docs/reference/clients.md#resends-node-sdk).
import { expect } from 'chai';
import { createAttempt, createMessage } from '../api/webhooks/owner.ts';
import { useApp } from '../support/api/app.ts';
import { startWebhookReceiver } from '../support/net/webhooks-receiver.ts';
import { succeed } from './support/succeed.ts';
import { useResend } from './support/use-resend.ts';

describe("Resend's SDK creates, reads, tests, replays and verifies webhooks without changes except its base URL.", () => {
  const app = useApp();
  const test = useResend(app);
  const create = (endpoint = 'https://acme.dev/hooks') =>
    succeed(test.resend.webhooks.create({ endpoint, events: ['email.sent', 'email.bounced'] }));

  it('creates, gets, lists, updates, rotates and removes', async () => {
    const { id, object, signing_secret } = await create();
    expect(object).to.equal('webhook');
    expect(signing_secret).to.match(/^whsec_/);
    const got = await test.resend.webhooks.get(id);
    expect(got.data).to.deep.include({
      object: 'webhook',
      id,
      endpoint: 'https://acme.dev/hooks',
      status: 'enabled',
      events: ['email.sent', 'email.bounced'],
    });
    await create();
    const list = await test.resend.webhooks.list({ limit: 1 });
    expect(list.data).to.include({ object: 'list', has_more: true });
    const next = await test.resend.webhooks.list({ after: list.data?.data[0]?.id ?? '' });
    expect(next.data?.data.map((webhook) => webhook.id)).to.deep.equal([id]);
    const updated = await test.resend.webhooks.update(id, {
      endpoint: 'https://acme.dev/2',
      events: ['email.opened'],
      status: 'disabled',
    });
    expect(updated.data).to.deep.include({ object: 'webhook', id });
    expect((await test.resend.webhooks.get(id)).data).to.deep.include({
      endpoint: 'https://acme.dev/2',
      events: ['email.opened'],
      status: 'disabled',
    });
    const rotated = await test.resend.webhooks.rotateSigningSecret(id);
    expect(rotated.data).to.include({ object: 'webhook', id });
    expect(rotated.data?.signing_secret)
      .to.match(/^whsec_/)
      .and.not.to.equal(signing_secret);
    const removed = await test.resend.webhooks.remove(id);
    expect(removed.data).to.deep.equal({ object: 'webhook', id, deleted: true });
    expect((await test.resend.webhooks.get(id)).error).to.include({ name: 'not_found', statusCode: 404 });
  });

  it('lists and gets events and their attempts, and replays one', async () => {
    const { id } = await create();
    const webhook = { id, accountId: test.accountId };
    const message = await createMessage(app.pool, webhook, { type: 'email.sent', state: 'failed' });
    await createMessage(app.pool, webhook);
    const attempt = await createAttempt(app.pool, webhook, message.id, { statusCode: 500, body: 'no' });
    const list = await test.resend.webhooks.events.list({ webhookId: id, limit: 1 });
    expect(list.data).to.include({ object: 'list', has_more: true });
    const rest = await test.resend.webhooks.events.list({
      webhookId: id,
      after: list.data?.data[0]?.id ?? '',
    });
    expect(rest.data?.data[0]).to.include({ id: message.id, type: 'email.sent', status: 'failed' });
    const key = { webhookId: id, eventId: message.id };
    const event = await test.resend.webhooks.events.get(key);
    expect(event.data).to.include({ object: 'webhook_event', id: message.id, next_attempt_at: null });
    expect(event.data?.payload).to.include({ type: 'email.sent' });
    const attempts = await test.resend.webhooks.events.attempts.list(key);
    expect(attempts.data?.data[0]).to.include({ id: attempt.id, http_status_code: 500, response: 'no' });
    const replayed = await test.resend.webhooks.events.replay(key);
    expect(replayed.data).to.deep.equal({ object: 'webhook_event', id: message.id });
    expect((await test.resend.webhooks.events.get(key)).data?.status).to.equal('pending');
  });

  it('verifies what the service sends', async () => {
    const receiver = await startWebhookReceiver();
    const { id, signing_secret: webhookSecret } = await create(receiver.url);
    const tested = await test.resend.post<{ delivered: boolean }>(`/webhooks/${id}/test`);
    await receiver.close();
    expect(tested.data?.delivered).to.equal(true);
    const [request] = receiver.requests;
    const headers = {
      id: String(request?.headers['svix-id']),
      timestamp: String(request?.headers['svix-timestamp']),
      signature: String(request?.headers['svix-signature']),
    };
    const payload = request?.body ?? '';
    expect(test.resend.webhooks.verify({ payload, headers, webhookSecret })).to.deep.equal(
      JSON.parse(payload),
    );
    expect(() => test.resend.webhooks.verify({ payload: `${payload} `, headers, webhookSecret })).to.throw();
  });

  it('gets the error object', async () => {
    const refused = await test.resend.webhooks.create({
      endpoint: 'http://10.0.0.1/',
      events: ['email.sent'],
    });
    expect(refused.error).to.include({ name: 'validation_error', statusCode: 422 });
  });
});
