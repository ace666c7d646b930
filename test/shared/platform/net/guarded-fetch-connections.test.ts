// The connection pool of the guarded fetch: connections are reused, limited if configured, and replaced after a time.

import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import { createHostResolver } from '../../../../shared/platform/net/dns/host-resolver.ts';
import {
  createGuardedFetch,
  type GuardedFetch,
  type GuardedFetchOptions,
} from '../../../../shared/platform/net/guarded-fetch.ts';
import { startHttpServer } from '../../../support/net/http-server.ts';

describe('The connections of the guarded fetch', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  const create = (options: Partial<GuardedFetchOptions>): GuardedFetch => {
    const guarded = createGuardedFetch({ reach: 'loopback', resolver: createHostResolver([]), ...options });
    closing.push(() => guarded.close());
    return guarded;
  };
  const serve = async (listener: RequestListener) => {
    const server = await startHttpServer(listener);
    closing.push(() => server.close());
    return `${server.url}/`;
  };
  const getter = (guarded: GuardedFetch) => (url: string) =>
    guarded.fetch({ url, method: 'GET', timeoutMs: 10_000, maxBytes: 1_000, reads: 'whole' });

  it('reuses connections for the next requests to the same server', async () => {
    const fetch = getter(create({ connectionsPerOrigin: 2 }));
    const ports = new Set<number | undefined>();
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('ok');
    });
    for (let i = 0; i < 10; i += 1) await fetch(url);
    // The next request may come before the last connection is idle again; then it uses the second one.
    expect(ports.size).to.be.at.most(2);
  });

  it('replaces a connection that has reached its maximum age, so that its address is checked again', async () => {
    const fetch = getter(create({ connectionMaxAgeMs: 1 }));
    const ports = new Set<number | undefined>();
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      // An answer takes longer than the maximum age of a connection.
      setTimeout(() => response.end('ok'), 5);
    });
    for (let i = 0; i < 5; i += 1) await fetch(url);
    expect(ports.size).to.equal(5);
  });

  it('opens as many connections as there are requests when there is no limit', async () => {
    const fetch = getter(create({}));
    const waiting: (() => void)[] = [];
    const url = await serve((_request, response) => {
      waiting.push(() => response.end());
      if (waiting.length === 10) for (const end of waiting) end();
    });
    await Promise.all(Array.from({ length: 10 }, () => fetch(url)));
    expect(waiting).to.have.length(10);
  });

  it('opens no more connections to one server than its limit', async () => {
    const fetch = getter(create({ connectionsPerOrigin: 2 }));
    const waiting: (() => void)[] = [];
    const sockets = new Set<Socket>();
    const url = await serve((request, response) => {
      sockets.add(request.socket);
      waiting.push(() => response.end());
      // The third request can only use one of the two connections.
      if (waiting.length >= 2) for (const end of waiting) end();
    });
    await Promise.all([fetch(url), fetch(url), fetch(url)]);
    expect(sockets.size).to.equal(2);
  });
});
