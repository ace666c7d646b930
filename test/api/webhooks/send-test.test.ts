// POST /webhooks/:id/test: posts a signed sample event at once (docs/reference/webhooks.md#tests).
import { expect } from 'chai';
import { WEBHOOK_EVENT_TYPES } from '../../../shared/contract/webhooks/values.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { answerWith, startWebhookReceiver } from '../../support/net/webhooks-receiver.ts';
import { createHookOwner, useReceivedHook } from './owner.ts';
import { verifies } from './verifies.ts';

describe('POST /webhooks/:id/test', () => {
  const app = useApp();
  const hook = useReceivedHook(app);
  const test = (body: object = {}) => hook.api.post(`${hook.path}/test`).send(body);

  it('Answers a test with the status and the body that the endpoint answered, and how long it took.', async () => {
    hook.receiver.answer = (response) => response.writeHead(202).end('thanks');
    const { status, body } = await test();
    expect(status).to.equal(200);
    const { duration_ms, ...rest } = body;
    expect(rest).to.deep.equal({
      object: 'webhook_test',
      delivered: true,
      status_code: 202,
      response: 'thanks',
    });
    expect(duration_ms).to.be.a('number').within(0, 15_000);
  });

  it('Posts a sample event of the requested type, signed and shaped like a real one.', async () => {
    await test({ type: 'email.bounced' });
    const [request] = hook.receiver.requests;
    expect(verifies(request, hook.secret)).to.equal(true);
    expect(request?.headers).to.include({ 'content-type': 'application/json' });
    const event = JSON.parse(request?.body ?? '');
    expect(event).to.have.all.keys('id', 'type', 'created_at', 'data');
    expect(event).to.include({ id: request?.headers['webhook-id'], type: 'email.bounced' });
    expect(event.data.bounce).to.have.all.keys('type', 'subType', 'message', 'diagnosticCode');
    expect(event.data.to).to.deep.equal(['bounced@simulator.test']);
  });

  it('Posts an email.delivered event when the test names no type or has no body.', async () => {
    await test();
    await hook.api.post(`${hook.path}/test`).set('Content-Type', 'application/json').expect(200);
    expect(hook.receiver.requests.map(({ body }) => JSON.parse(body).type)).to.deep.equal([
      'email.delivered',
      'email.delivered',
    ]);
  });

  it('Can test every event name.', async () => {
    for (const type of WEBHOOK_EVENT_TYPES) {
      expect((await test({ type })).body.delivered, type).to.equal(true);
      const event = JSON.parse(hook.receiver.requests.at(-1)?.body ?? '');
      expect(event.type).to.equal(type);
      expect(Object.keys(event.data), type).not.to.deep.equal([]);
    }
  });

  it('Posts the test even if the webhook does not subscribe to its type.', async () => {
    expect((await test({ type: 'contact.created' })).body.delivered).to.equal(true);
  });

  it('Reports a test as not delivered when the endpoint answers with a status other than 2xx.', async () => {
    for (const status of [302, 404, 500]) {
      hook.receiver.answer = (response) =>
        response.writeHead(status, { location: hook.receiver.url }).end('no');
      const { body } = await test();
      expect(body).to.include({ delivered: false, status_code: status, response: 'no' });
    }
    expect(hook.receiver.requests).to.have.length(3);
  });

  it('Says in `response` why a test got no answer.', async () => {
    await hook.api.patch(hook.path).send({ endpoint_url: 'http://127.0.0.1:9/' }).expect(200);
    const { status, body } = await test();
    expect(status).to.equal(200);
    expect(body).to.include({ delivered: false, status_code: null });
    expect(body.response).to.equal('The connection to `127.0.0.1` failed (ECONNREFUSED).');
  });

  it('Shows the first 4 KiB of the answer to a test.', async () => {
    hook.receiver.answer = (response) => response.end('a'.repeat(10_000));
    expect((await test()).body.response).to.have.length(4_096);
  });

  it('Tests a disabled webhook as well, which stays disabled.', async () => {
    await hook.api.patch(hook.path).send({ status: 'disabled' });
    expect((await test()).body.delivered).to.equal(true);
    expect((await hook.read(hook.path)).status).to.equal('disabled');
  });

  it('Neither lists a test as an event nor counts it as a failure of the endpoint.', async () => {
    hook.receiver.answer = answerWith(410);
    await test();
    await test();
    expect((await hook.read(`${hook.path}/events`)).data).to.deep.equal([]);
    const { rows } = await app.pool.query('SELECT status, failures, gone_at FROM webhooks WHERE id = $1', [
      hook.id,
    ]);
    expect(rows).to.deep.equal([{ status: 'enabled', failures: 0, gone_at: null }]);
  });

  it('Rejects a test of a group or an unknown event name with validation_error 422 and posts nothing.', async () => {
    for (const type of ['*', 'email.*', 'email.read', 'inbox.created', '', 5, ['email.sent'], '__proto__']) {
      const answer = await test({ type });
      expect(answer.status, JSON.stringify(type)).to.equal(422);
      expect(expectError(answer, 422, 'validation_error')).to.include('type');
    }
    expect(hook.receiver.requests).to.deep.equal([]);
  });
});

describe('POST /webhooks/:id/test in production', () => {
  const app = useApp({ config: { outboundReach: 'public' } });

  it('Does not connect to a private address, even if the host name led to a public address before.', async () => {
    const receiver = await startWebhookReceiver();
    const { api, path } = await createHookOwner(app, { endpointUrl: receiver.url });
    const { body } = await api.post(`${path}/test`);
    await receiver.close();
    expect(body).to.include({ delivered: false, status_code: null });
    expect(receiver.requests).to.deep.equal([]);
  });
});
