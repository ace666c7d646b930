// The guarded fetch against real servers on this machine: requests, answers, limits of time and size, and errors.

import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { createHostResolver } from '../../../../shared/platform/net/dns/host-resolver.ts';
import {
  createGuardedFetch,
  type GuardedFetch,
  type GuardedRequest,
} from '../../../../shared/platform/net/guarded-fetch.ts';
import { GuardedFetchError } from '../../../../shared/platform/net/guarded-fetch-error.ts';
import { failureOf } from '../../../support/failure-of.ts';
import { startHttpServer } from '../../../support/net/http-server.ts';
import { createTcpServer } from '../../../support/net/tcp-server.ts';

/** A timeout that no expected answer exceeds. */
const AMPLE_MS = 10_000;
/** A timeout for tests in which no answer comes. */
const SHORT_MS = 300;
const BODY_MAX = 1_000;
/** A reserved port (RFC 6335), on which no server listens. */
const CLOSED_PORT = 1;

/** Resolves when a connection is closed, with or without an error. */
const closeOf = (socket: Socket) => new Promise((resolve) => socket.on('close', resolve));

describe('The guarded fetch', () => {
  const closing: (() => Promise<unknown>)[] = [];
  let guarded: GuardedFetch;
  beforeEach(() => {
    guarded = createGuardedFetch({
      reach: 'loopback',
      resolver: createHostResolver([]),
      connectionsPerOrigin: 2,
    });
  });
  afterEach(async () => {
    await guarded.close();
    for (const close of closing.splice(0)) await close();
  });

  const serve = async (listener: RequestListener) => {
    const server = await startHttpServer(listener);
    closing.push(() => server.close());
    return `${server.url}/`;
  };
  const serveTcp = async (answer: (socket: Socket) => void) => {
    const server = await createTcpServer(answer);
    closing.push(() => server.close());
    return { server, url: `http://127.0.0.1:${server.port}/` };
  };
  const fetch = (url: string, changes: Partial<GuardedRequest> = {}) =>
    guarded.fetch({
      url,
      method: 'GET',
      timeoutMs: AMPLE_MS,
      maxBytes: BODY_MAX,
      reads: 'whole',
      ...changes,
    });
  const reasonOf = async (promise: Promise<unknown>) => {
    const error = (await failureOf(promise)) as GuardedFetchError;
    expect(error, error.stack).to.be.instanceOf(GuardedFetchError);
    expect(error.message).not.to.match(/127\.0\.0\.1:\d/);
    return error.reason;
  };

  it('returns status, headers and body', async () => {
    const url = await serve((_request, response) =>
      response.setHeader('x-a', 'b').writeHead(201).end('hello'),
    );
    const { status, headers, body, isTruncated } = await fetch(url);
    expect({ status, body: body.toString(), isTruncated }).to.deep.equal({
      status: 201,
      body: 'hello',
      isTruncated: false,
    });
    expect(headers['x-a']).to.equal('b');
  });

  it('posts the given bytes, with their length', async () => {
    const sent = Buffer.from([0, 255, 13, 10, 0xc3, 0x28]);
    let received: { request: IncomingMessage; body: Buffer } | undefined;
    const url = await serve(async (request, response) => {
      received = { request, body: Buffer.concat(await request.toArray()) };
      response.end();
    });
    await fetch(url, { method: 'POST', body: sent, headers: { 'content-type': 'application/json' } });
    expect(received?.body.equals(sent)).to.equal(true);
    expect(received?.request.headers).to.include({
      'content-length': '6',
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'Posthorn',
    });
  });

  it('keeps the path and the query of the URL unchanged, without the fragment', async () => {
    let path: string | undefined;
    const url = await serve((request, response) => {
      path = request.url;
      response.end();
    });
    await fetch(`${url}a%2Fb/?q=%20x#secret`);
    expect(path).to.equal('/a%2Fb/?q=%20x');
  });

  it('returns a redirect and does not follow it', async () => {
    let requests = 0;
    const url = await serve((_request, response) => {
      requests += 1;
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end('moved');
    });
    const { status, headers } = await fetch(url);
    expect({ status, location: headers['location'], requests }).to.deep.equal({
      status: 302,
      location: 'http://127.0.0.1:1/',
      requests: 1,
    });
  });

  it('accepts a body of exactly the maximum size', async () => {
    const url = await serve((_request, response) => response.end(Buffer.alloc(BODY_MAX)));
    const { body, isTruncated } = await fetch(url);
    expect({ length: body.length, isTruncated }).to.deep.equal({ length: BODY_MAX, isTruncated: false });
  });

  it('refuses a body whose Content-Length is larger, without reading it', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': BODY_MAX + 1 }).flushHeaders();
    });
    expect(await reasonOf(fetch(url))).to.equal('too_large');
  });

  it('refuses a body that turns out to be larger, and closes the connection', async () => {
    let hungUp: Promise<unknown> | undefined;
    const url = await serve((request, response) => {
      hungUp = closeOf(request.socket);
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(10_000)));
      };
      response.on('drain', write);
      write();
    });
    expect(await reasonOf(fetch(url))).to.equal('too_large');
    await hungUp;
  });

  it('keeps the beginning of a larger body when `reads` is `beginning`', async () => {
    const url = await serve((_request, response) => response.end('a'.repeat(BODY_MAX) + 'b'.repeat(100_000)));
    const { status, body, isTruncated } = await fetch(url, { reads: 'beginning' });
    expect({ status, isTruncated }).to.deep.equal({ status: 200, isTruncated: true });
    expect(body.toString()).to.equal('a'.repeat(BODY_MAX));
  });

  it('returns the status of an unsuccessful answer with a body of any size', async () => {
    const url = await serve((_request, response) => response.writeHead(404).end('a'.repeat(100_000)));
    const { status, isTruncated } = await fetch(url);
    expect({ status, isTruncated }).to.deep.equal({ status: 404, isTruncated: true });
  });

  it('does not decompress a body: a compressed one is refused when `reads` is `whole`', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000));
    expect(bomb.length).to.be.below(BODY_MAX);
    const url = await serve((_request, response) => {
      response.setHeader('content-encoding', 'gzip').end(bomb);
    });
    expect(await reasonOf(fetch(url))).to.equal('invalid_answer');
    const { body } = await fetch(url, { reads: 'beginning' });
    expect(body.equals(bomb)).to.equal(true);
  });

  it('times out when the headers come too slowly', async () => {
    const { url } = await serveTcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
      const timer = setInterval(() => socket.write('a'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await reasonOf(fetch(url, { timeoutMs: SHORT_MS }))).to.equal('timeout');
  });

  it('times out when the body comes too slowly', async () => {
    let ended: Promise<unknown> | undefined;
    const { url } = await serveTcp((socket) => {
      ended = closeOf(socket);
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n');
      const timer = setInterval(() => socket.write('a'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await reasonOf(fetch(url, { timeoutMs: SHORT_MS }))).to.equal('timeout');
    await ended;
  });

  it('times out when the server accepts the connection and sends nothing', async () => {
    const { url } = await serveTcp(() => {});
    expect(await reasonOf(fetch(url, { timeoutMs: SHORT_MS }))).to.equal('timeout');
  });

  it('stops when its signal aborts', async () => {
    const stop = new AbortController();
    const { url } = await serveTcp(() => stop.abort(new Error('The process stops.')));
    expect((await failureOf(fetch(url, { signal: stop.signal }))).message).to.equal('The process stops.');
    expect((await failureOf(fetch(url, { signal: stop.signal }))).message).to.equal('The process stops.');
  });

  it('refuses headers without an end', async () => {
    const { url } = await serveTcp((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`);
    });
    expect(await reasonOf(fetch(url))).to.equal('invalid_answer');
  });

  it('refuses an answer that is not HTTP, and shows nothing of it', async () => {
    const { url } = await serveTcp((socket) => socket.end('220 secret.internal ESMTP\r\n'));
    const error = await failureOf(fetch(url));
    expect((error as GuardedFetchError).reason).to.equal('invalid_answer');
    expect(error.message).not.to.contain('secret');
  });

  it('is `unreachable` when the server closes the connection at once', async () => {
    const { url } = await serveTcp((socket) => socket.destroy());
    expect(await reasonOf(fetch(url))).to.equal('unreachable');
  });

  it('is `unreachable` when the server closes the connection in the middle of its answer', async () => {
    const { url } = await serveTcp((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'),
    );
    expect(await reasonOf(fetch(url))).to.equal('unreachable');
  });

  it('is `unreachable` when no server listens, without showing the address', async () => {
    const { message } = await failureOf(fetch(`http://localhost:${CLOSED_PORT}/`));
    expect(message).to.equal('The connection to `localhost` failed (ECONNREFUSED).');
  });

  it('uses no proxy of the environment', async () => {
    const { server } = await serveTcp((socket) => socket.end());
    const proxy = `http://127.0.0.1:${server.port}`;
    const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    const before = names.map((name) => [name, process.env[name]] as const);
    for (const name of names) process.env[name] = name.startsWith('NODE') ? '1' : proxy;
    try {
      const url = await serve((_request, response) => response.end('direct'));
      const { body } = await fetch(url);
      expect(body.toString()).to.equal('direct');
      expect(server.connections).to.equal(0);
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });

  it('fails running requests when it is closed', async () => {
    const { url } = await serveTcp(() => void guarded.close());
    expect(await reasonOf(fetch(url))).to.equal('unreachable');
  });
});
