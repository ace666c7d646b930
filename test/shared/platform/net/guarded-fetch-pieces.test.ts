// Streaming in the guarded fetch: a successful body that is too large for memory is passed on in pieces
// (back-pressure).

import { expect } from 'chai';
import { createHostResolver } from '../../../../shared/platform/net/dns/host-resolver.ts';
import { createGuardedFetch, type GuardedFetch } from '../../../../shared/platform/net/guarded-fetch.ts';
import { type HttpServer, startHttpServer } from '../../../support/net/http-server.ts';

const BODY = Buffer.alloc(1_000_000, 'body ');

describe('The guarded fetch with onPiece', () => {
  let server: HttpServer;
  let fetcher: GuardedFetch;
  before(async () => {
    server = await startHttpServer((request, response) => {
      if (request.url === '/bad') response.writeHead(404).end('bad');
      else response.end(BODY);
    });
    fetcher = createGuardedFetch({
      reach: 'loopback',
      resolver: createHostResolver([]),
      connectionsPerOrigin: 1,
    });
  });
  after(async () => {
    await fetcher.close();
    await server.close();
  });

  const fetch = (path: string, onPiece: (piece: Buffer) => Promise<void>) =>
    fetcher.fetch({
      url: `${server.url}${path}`,
      method: 'GET',
      timeoutMs: 10_000,
      maxBytes: BODY.length,
      reads: 'whole',
      onPiece,
    });

  it('passes on each piece of a successful body after the piece before was processed', async () => {
    const pieces: Buffer[] = [];
    let isTaking = false;
    const { body } = await fetch('/good', async (piece) => {
      expect(isTaking).to.equal(false);
      isTaking = true;
      await new Promise((resolve) => setImmediate(resolve));
      pieces.push(piece);
      isTaking = false;
    });
    expect([body.length, Buffer.concat(pieces).equals(BODY)]).to.deep.equal([0, true]);
    expect(pieces.length).to.be.above(1);
  });

  it('keeps the body of an unsuccessful answer', async () => {
    const { body } = await fetch('/bad', () => expect.fail('It is not what we came for.'));
    expect(String(body)).to.equal('bad');
  });
});
