// Posting one signed message to real HTTP servers on this machine (docs/reference/webhooks.md#delivery-and-retries).
import type { Socket } from 'node:net';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import type { OutboundReach } from '../../../../../../shared/platform/addresses/allowed-address.ts';
import { createSystemClock } from '../../../../../../shared/platform/time/clock.ts';
import {
  createMessagePoster,
  type MessagePoster,
} from '../../../../../../shared/resources/foundation/webhooks/delivery/post-message.ts';
import { newSecret } from '../../../../../../shared/resources/foundation/webhooks/signature.ts';
import { failureOf } from '../../../../../support/failure-of.ts';
import { createDnsServer } from '../../../../../support/net/dns-server.ts';
import { createTcpServer } from '../../../../../support/net/tcp-server.ts';
import {
  type Answer,
  answerWith,
  hang,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../../../support/net/webhooks-receiver.ts';

const PAYLOAD = '{"id": "1",\n "text":"Grüße \\u0000"}';
const ID = '0199d3a0-0000-7000-8000-000000000001';

describe('posting a webhook message', () => {
  const secret = newSecret();
  const closing: { close(): Promise<unknown> }[] = [];
  let receiver: WebhookReceiver;
  let poster: MessagePoster;
  const createPoster = (timeoutMs?: number, reach: OutboundReach = 'loopback', dnsServers: string[] = []) => {
    const created = createMessagePoster({
      reach,
      dnsServers,
      clock: createSystemClock(),
      ...(timeoutMs && { timeoutMs }),
    });
    closing.push(created);
    return created;
  };
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    closing.push(receiver);
    poster = createPoster();
  });
  afterEach(async () => {
    for (const each of closing.splice(0).reverse()) await each.close();
  });
  const message = (endpointUrl = receiver.url) => ({ id: ID, endpointUrl, secret, payload: PAYLOAD });

  it('Posts an event as JSON with exactly the bytes that it signs.', async () => {
    const posted = await poster.post(message());
    expect(posted).to.include({ isDelivered: true, statusCode: 200, error: null });
    const [request] = receiver.requests;
    expect(request?.method).to.equal('POST');
    expect(request?.body).to.equal(PAYLOAD);
    expect(request?.headers).to.include({ 'content-type': 'application/json', 'webhook-id': ID });
    const verified = new Webhook(secret).verify(
      request?.body ?? '',
      request?.headers as Record<string, string>,
    );
    expect(verified).to.deep.equal(JSON.parse(PAYLOAD));
  });

  it('reuses a connection', async () => {
    for (let count = 0; count < 5; count += 1) await poster.post(message());
    expect(new Set(receiver.requests.map(({ port }) => port)).size).to.be.at.most(2);
  });

  describe('Counts an answer with a 2xx status as delivered, and one with any other status as a failure.', () => {
    for (const status of [200, 201, 202, 204, 299]) {
      it(`${status} is delivered`, async () => {
        receiver.answer = answerWith(status);
        expect(await poster.post(message())).to.include({ isDelivered: true, statusCode: status });
      });
    }

    for (const status of [300, 304, 400, 404, 410, 429, 500, 503]) {
      it(`${status} is a failure`, async () => {
        receiver.answer = answerWith(status);
        expect(await poster.post(message())).to.include({
          isDelivered: false,
          statusCode: status,
          error: null,
        });
      });
    }
  });

  it('Does not follow a redirect, which counts as a failure.', async () => {
    receiver.answer = answerWith(307, { location: receiver.url });
    expect(await poster.post(message())).to.include({ isDelivered: false, statusCode: 307 });
    expect(receiver.requests).to.have.length(1);
  });

  it('Stores the headers and the first 4 KiB of the body that the endpoint answers.', async () => {
    receiver.answer = (response) =>
      response.writeHead(500, { 'x-trace': 'abc', 'set-cookie': ['a=1', 'b=2'] }).end('é'.repeat(5_000));
    const { responseHeaders, responseBody } = await poster.post(message());
    expect(responseHeaders).to.include({ 'x-trace': 'abc', 'set-cookie': 'a=1,b=2' });
    expect(responseBody).to.equal('é'.repeat(2_048));
  });

  it('stores no incomplete character and no NUL', async () => {
    receiver.answer = (response) => response.end(`\u0000a${'€'.repeat(2_000)}`);
    const { responseBody } = await poster.post(message());
    expect(responseBody).to.equal(`\uFFFDa${'€'.repeat(1_364)}`);
  });

  describe('Reads at most 64 KiB of an answer: closes the connection of a longer one, and judges it by its status.', () => {
    const answerAndHang =
      (bytes: number): Answer =>
      (response) => {
        response.writeHead(200).write('a'.repeat(bytes));
      };

    it('waits for the end of an answer of 64 KiB', async () => {
      receiver.answer = answerAndHang(64 * 1024);
      expect((await poster.post(message())).durationMs).to.be.at.least(990);
    });

    it('does not wait for the end of an answer of one byte more', async () => {
      receiver.answer = answerAndHang(64 * 1024 + 1);
      expect(await poster.post(message())).to.include({ isDelivered: true, statusCode: 200 });
    });

    it('closes the connection of an answer without an end', async () => {
      let hungUp: Promise<unknown> | undefined;
      receiver.answer = (response) => {
        hungUp = new Promise((resolve) => (response.socket as Socket).on('close', resolve));
        const write = () => {
          while (!response.destroyed && response.write('a'.repeat(10_000)));
        };
        response.on('drain', write);
        write();
      };
      expect(await poster.post(message())).to.include({ isDelivered: true, statusCode: 200 });
      await hungUp;
    });
  });

  it('Counts an endpoint that does not answer in time as failed.', async () => {
    receiver.answer = hang;
    const posted = await createPoster(200).post(message());
    expect(posted).to.deep.include({ isDelivered: false, statusCode: null, responseHeaders: null });
    expect(posted.error).to.equal('`127.0.0.1` did not answer within 200 ms.');
    expect(posted.durationMs).to.be.within(190, 2_000);
  });

  describe('Judges an answer whose body has not ended after a second by its status, and closes the connection.', () => {
    /** Sends a piece at first and then none, or one after the other. */
    const endless =
      (status: number, everyMs?: number): Answer =>
      (response) => {
        response.writeHead(status, { 'x-trace': 'abc' }).write('a');
        if (!everyMs) return;
        const timer = setInterval(() => response.write('a'), everyMs);
        response.on('close', () => clearInterval(timer));
      };

    for (const [title, status, everyMs, isDelivered] of [
      ['200 and silence', 200, undefined, true],
      ['200 and a drop from time to time', 200, 50, true],
      ['503 and silence', 503, undefined, false],
      ['307 and silence', 307, undefined, false],
    ] as const) {
      it(title, async () => {
        let closed: Promise<unknown> | undefined;
        receiver.answer = (response, request) => {
          closed = new Promise((resolve) => (response.socket as Socket).on('close', resolve));
          endless(status, everyMs)(response, request);
        };
        // The time up to the headers is another one: it ends while the body is read.
        const posted = await createPoster(700).post(message());
        expect(posted).to.include({ isDelivered, statusCode: status, error: null });
        expect(posted.responseHeaders).to.include({ 'x-trace': 'abc' });
        expect(posted.responseBody).to.match(/^a+$/);
        expect(posted.durationMs).to.be.within(990, 3_000);
        await closed;
      });
    }

    it('200 and no body of the length that its header fields promise', async () => {
      receiver.answer = (response) => response.writeHead(200, { 'content-length': 10 }).flushHeaders();
      expect(await poster.post(message())).to.include({ isDelivered: true, responseBody: '' });
    });

    it('not one that breaks off before: the answer is incomplete', async () => {
      receiver.answer = (response) => {
        response.writeHead(200, { 'content-length': 10 }).write('a', () => response.destroy());
      };
      expect(await poster.post(message())).to.include({ isDelivered: false, statusCode: null });
    });
  });

  describe('Says in `error` why an attempt got no answer.', () => {
    it('the endpoint refuses connections', async () => {
      const { url } = receiver;
      await receiver.close();
      closing.splice(closing.indexOf(receiver), 1);
      const posted = await poster.post(message(url));
      expect(posted.error).to.equal('The connection to `127.0.0.1` failed (ECONNREFUSED).');
    });

    it('the endpoint does not answer with HTTP', async () => {
      const server = await createTcpServer((socket) => socket.end('220 ESMTP\r\n'));
      closing.push(server);
      const posted = await poster.post(message(`http://127.0.0.1:${server.port}/`));
      expect(posted.error).to.equal('`127.0.0.1` did not answer with valid HTTP.');
    });
  });

  describe('Does not connect to a private address, even if the host name led to a public address before.', () => {
    it('an address in the URL', async () => {
      const posted = await createPoster(undefined, 'public').post(message());
      expect(posted).to.include({ isDelivered: false, statusCode: null });
      expect(receiver.requests).to.deep.equal([]);
    });

    it('an address to which the host name leads now', async () => {
      const dns = await createDnsServer();
      closing.push(dns);
      const { port } = new URL(receiver.url);
      // The loopback address is the allowed one here, because tests reach no other machine.
      const renamed = createPoster(undefined, 'loopback', [dns.address]);
      dns.set('hooks.acme.dev', ['127.0.0.1']);
      receiver.answer = answerWith(200, { connection: 'close' });
      const url = `http://hooks.acme.dev:${port}/hook`;
      expect(await renamed.post(message(url))).to.include({ isDelivered: true });
      dns.set('hooks.acme.dev', ['127.0.0.1', '10.0.0.1']);
      expect(await renamed.post(message(url))).to.include({
        isDelivered: false,
        error: '`hooks.acme.dev` does not have a public address.',
      });
      expect(receiver.requests).to.have.length(1);
    });
  });

  it('is aborted when the process stops', async () => {
    const stop = new AbortController();
    receiver.answer = () => stop.abort(new Error('The process stops.'));
    const failure = await failureOf(poster.post(message(), stop.signal));
    expect(failure.message).to.equal('The process stops.');
  });
});
