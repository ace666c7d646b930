// The commands `posthorn webhooks …`, against the real API.
import { expect } from 'chai';
import { createMessage } from '../api/webhooks/owner.ts';
import { useApp } from '../support/api/app.ts';
import { createApiKey, createWebhook } from '../support/factories/factories.ts';
import { startWebhookReceiver } from '../support/net/webhooks-receiver.ts';
import { expectFailure, expectJson, posthorn } from './support/cli.ts';

describe('posthorn webhooks', () => {
  const app = useApp();

  const createCaller = async () => {
    const { token, accountId } = await createApiKey(app.pool);
    const env = { POSTHORN_API_KEY: token, POSTHORN_BASE_URL: app.url };
    const run = (...args: string[]) => posthorn(['webhooks', ...args], { env });
    return { accountId, run };
  };

  it('create, list, get, update, rotate, delete', async () => {
    const { run } = await createCaller();
    const url = 'https://acme.dev/hooks';
    const created = expectJson(
      await run('create', '--endpoint-url', url, '--events', 'email.sent', 'email.bounced'),
    );
    expect(created).to.include({ object: 'webhook', endpoint_url: url });
    expect(created.events).to.deep.equal(['email.sent', 'email.bounced']);
    const { id, signing_secret: secret } = created;
    expect(expectJson(await run('list')).data.map((item: { id: string }) => item.id)).to.deep.equal([id]);
    const updated = expectJson(await run('update', id, '--status', 'disabled', '--events', '*'));
    expect(updated).to.include({ id, status: 'disabled' });
    expect(expectJson(await run('get', id))).to.deep.equal(updated);
    const rotated = expectJson(await run('rotate', id));
    expect(rotated.signing_secret)
      .to.match(/^whsec_/)
      .and.not.to.equal(secret);
    expect(expectJson(await run('rotate-signing-secret', id))).to.include({ object: 'webhook', id });
    expect(expectJson(await run('delete', id))).to.deep.equal({ object: 'webhook', id, deleted: true });
    expectFailure(await run('get', id), 404, 'not_found');
  });

  it('test', async () => {
    const { accountId, run } = await createCaller();
    const receiver = await startWebhookReceiver();
    const { id } = await createWebhook(app.pool, accountId, { endpointUrl: receiver.url });
    const result = await run('test', id, '--type', 'email.bounced');
    await receiver.close();
    expect(expectJson(result)).to.include({ object: 'webhook_test', delivered: true, status_code: 200 });
    expect(JSON.parse(receiver.requests[0]?.body ?? '').type).to.equal('email.bounced');
  });

  it('events list, get, attempts, replay; replay', async () => {
    const { accountId, run } = await createCaller();
    const webhook = await createWebhook(app.pool, accountId);
    const { id } = await createMessage(app.pool, webhook, { state: 'failed' });
    await createMessage(app.pool, webhook);
    const list = expectJson(await run('events', 'list', webhook.id, '--status', 'failed'));
    expect(list.data.map((item: { id: string }) => item.id)).to.deep.equal([id]);
    expect(expectJson(await run('events', 'get', webhook.id, id))).to.include({ id, status: 'failed' });
    expect(expectJson(await run('events', 'attempts', webhook.id, id)).data).to.deep.equal([]);
    const replayed = expectJson(await run('events', 'replay', webhook.id, id));
    expect(replayed).to.deep.equal({ object: 'webhook_event', id });
    const asked = ['replay', webhook.id, '--since', '1 hour ago', '--status', 'failed'];
    expect(expectJson(await run(...asked, '--dry-run'))).to.include({ id: null, dry_run: true });
    const replay = expectJson(await run(...asked));
    expect(replay).to.include({ object: 'webhook_replay', webhook_id: webhook.id, status: 'failed' });
    expect(expectJson(await run('replays', 'get', webhook.id, replay.id))).to.include({ id: replay.id });
  });
});
