// `posthorn webhooks listen --forward-to URL`: prints the events of a server on this machine as they happen and
// forwards them to a program. The test uses events of POST /webhooks/:id/test, which the real API signs and sends.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { verifies } from '../api/webhooks/verifies.ts';
import { useApp } from '../support/api/app.ts';
import { createApiKey } from '../support/factories/factories.ts';
import { answerWith, startWebhookReceiver, type WebhookReceiver } from '../support/net/webhooks-receiver.ts';
import { eventually } from '../support/time/eventually.ts';
import { expectFailure, posthorn, type RunningCli, startPosthorn } from './support/cli.ts';

describe('posthorn webhooks listen', () => {
  const running: RunningCli[] = [];
  let receiver: WebhookReceiver;
  // Programs that a test leaves running are stopped before the application.
  afterEach(async () => {
    for (const { child, ended } of running.splice(0)) {
      child.kill('SIGKILL');
      await ended;
    }
    await receiver.close();
  });
  const app = useApp();
  let token: string;
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    ({ token } = await createApiKey(app.pool));
  });

  const env = () => ({ POSTHORN_API_KEY: token, POSTHORN_BASE_URL: app.url });
  const linesOf = (text: string) =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const webhooks = async () => (await app.as(token).get('/webhooks')).body.data;
  const test = async (id: string, type = 'email.delivered') =>
    (await app.as(token).post(`/webhooks/${id}/test`).send({ type })).body;

  /** Starts to listen and waits until the webhook is registered. */
  const listen = async (...flags: string[]) => {
    const cli = startPosthorn(['webhooks', 'listen', '--forward-to', receiver.url, ...flags], { env: env() });
    running.push(cli);
    const lines = () => linesOf(cli.written.stdout.slice(0, cli.written.stdout.lastIndexOf('\n') + 1));
    const webhook = await eventually('the webhook is registered', () => lines()[0]);
    return { cli, lines, webhook };
  };

  it('registers a webhook with a URL of this machine, and prints it', async () => {
    const { webhook } = await listen();
    const { signing_secret, object, ...registered } = webhook;
    expect(await webhooks()).to.deep.equal([registered]);
    expect(object).to.equal('webhook');
    expect(signing_secret).to.match(/^whsec_/);
    expect(webhook.endpoint_url).to.match(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(webhook.events).to.deep.equal(['*']);
  });

  it('registers the event types of --events', async () => {
    const { webhook } = await listen('--events', 'email.bounced', 'email.sent');
    expect(webhook.events).to.deep.equal(['email.bounced', 'email.sent']);
  });

  it('prints each event as a JSON line', async () => {
    const { webhook, lines } = await listen();
    await test(webhook.id, 'email.bounced');
    await test(webhook.id, 'email.sent');
    const [, ...events] = await eventually('both events are printed', () => lines().length === 3 && lines());
    expect(events.map(({ type }) => type)).to.deep.equal(['email.bounced', 'email.sent']);
    for (const event of events) expect(event).to.have.all.keys('id', 'type', 'created_at', 'data');
  });

  it('forwards the raw body with its signature headers', async () => {
    const { webhook, lines } = await listen();
    await test(webhook.id);
    const [forwarded] = receiver.requests;
    expect(verifies(forwarded, webhook.signing_secret)).to.equal(true);
    expect(forwarded?.headers).to.include({ 'content-type': 'application/json', 'user-agent': 'Posthorn' });
    expect(forwarded?.headers['svix-id']).to.equal(forwarded?.headers['webhook-id']);
    await eventually('the event is printed', () => lines().length === 2);
    expect(JSON.parse(forwarded?.body ?? '')).to.deep.equal(lines()[1]);
  });

  it('passes the response of the program on', async () => {
    const { webhook } = await listen();
    for (const status of [204, 404, 500]) {
      receiver.answer = answerWith(status);
      expect(await test(webhook.id)).to.include({ status_code: status, delivered: status === 204 });
    }
  });

  it('reports a failed response of the program on stderr, and continues', async () => {
    const { cli, webhook, lines } = await listen();
    receiver.answer = answerWith(500);
    await test(webhook.id);
    const [complaint] = await eventually(
      'it reports the error',
      () => linesOf(cli.written.stderr).length > 0 && linesOf(cli.written.stderr),
    );
    expect(complaint).to.include({ statusCode: 500, name: 'application_error' });
    receiver.answer = answerWith(200);
    expect((await test(webhook.id)).delivered).to.equal(true);
    await eventually('both events are printed', () => lines().length === 3);
  });

  it('answers 502 while the program is not running, reports it, and continues', async () => {
    const { cli, webhook } = await listen();
    await receiver.close();
    expect(await test(webhook.id)).to.include({ delivered: false, status_code: 502 });
    expect(linesOf(cli.written.stderr)[0]).to.include({ statusCode: 0, name: 'network_error' });
    expect((await webhooks()).length).to.equal(1);
    receiver = await startWebhookReceiver();
  });

  it('answers 401 to a request without a valid signature, and neither prints nor forwards it', async () => {
    const { webhook, lines } = await listen();
    const post = request(webhook.endpoint_url, { method: 'POST' });
    post.end('{"type":"email.sent"}');
    const [answer] = await once(post, 'response');
    answer.resume();
    expect(answer.statusCode).to.equal(401);
    await test(webhook.id);
    await eventually('the signed one is printed', () => lines().length === 2);
    expect(receiver.requests).to.have.length(1);
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    it(`removes the webhook at ${signal}, and ends with exit code 0`, async () => {
      const { cli } = await listen();
      cli.child.kill(signal);
      const { code, stderr } = await cli.ended;
      expect([code, stderr]).to.deep.equal([0, '']);
      expect(await webhooks()).to.deep.equal([]);
    });
  }

  it('removes the webhook when the reader of its output has closed the pipe', async () => {
    const { cli, webhook } = await listen();
    cli.child.stdout.destroy();
    // Writing the first line after that fails.
    await eventually('it has ended', async () => {
      await test(webhook.id);
      return (await webhooks()).length === 0;
    });
    expect((await cli.ended).code).to.equal(0);
  });

  it('prints not_found when the webhook was removed in the meantime', async () => {
    const { cli, webhook } = await listen();
    await app.as(token).delete(`/webhooks/${webhook.id}`).expect(200);
    cli.child.kill('SIGINT');
    const { code, stderr } = await cli.ended;
    expect(code).to.equal(1);
    expect(JSON.parse(stderr)).to.include({ statusCode: 404, name: 'not_found' });
  });

  it('prints a refusal of the API, and leaves no webhook', async () => {
    const args = ['webhooks', 'listen', '--forward-to', receiver.url, '--events', 'email.read'];
    expectFailure(await posthorn(args, { env: env() }), 422, 'validation_error');
    expect(await webhooks()).to.deep.equal([]);
  });

  it('prints cli_error without --forward-to, with an invalid URL, and without a key', async () => {
    expectFailure(await posthorn(['webhooks', 'listen'], { env: env() }), null, 'cli_error');
    const noUrl = await posthorn(['webhooks', 'listen', '--forward-to', 'localhost:3000'], { env: env() });
    expect(expectFailure(noUrl, null, 'cli_error')).to.include('--forward-to');
    expectFailure(await posthorn(['webhooks', 'listen', '--forward-to', receiver.url]), null, 'cli_error');
    expect(await webhooks()).to.deep.equal([]);
  });

  it('removes the webhook when it is stopped during the registration', async () => {
    // A proxy in front of the API delays the response of POST /webhooks until the signal is sent.
    let cli: RunningCli | undefined;
    const proxy = createServer((asked, answer) => {
      const headers = { ...asked.headers, host: `127.0.0.1:${app.port}` };
      const passed = request(
        `${app.url}${asked.url}`,
        { method: asked.method, headers },
        async (answered) => {
          const body = Buffer.concat(await answered.toArray());
          if (asked.method === 'POST') cli?.child.kill('SIGTERM');
          answer.writeHead(answered.statusCode ?? 0, { 'content-type': 'application/json' }).end(body);
        },
      );
      asked.pipe(passed);
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const base = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const args = ['webhooks', 'listen', '--forward-to', receiver.url];
    cli = startPosthorn(args, { env: { ...env(), POSTHORN_BASE_URL: base } });
    running.push(cli);
    const { code } = await cli.ended;
    proxy.closeAllConnections();
    await once(proxy.close(), 'close');
    expect(code).to.equal(0);
    expect(await webhooks()).to.deep.equal([]);
  });
});
