// Hostile DNS answers against the guarded fetch (SSRF): a name that resolves to another address the second time (DNS
// rebinding), mixed answers, names of the internal network. The DNS server is real; the loopback address is the allowed
// one, because tests reach no other machine.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { OutboundReach } from '../../../../shared/platform/addresses/allowed-address.ts';
import { createHostResolver } from '../../../../shared/platform/net/dns/host-resolver.ts';
import {
  createGuardedConnect,
  createGuardedLookup,
} from '../../../../shared/platform/net/guarded-connect.ts';
import { createGuardedFetch, type GuardedFetch } from '../../../../shared/platform/net/guarded-fetch.ts';
import type { GuardedFetchError } from '../../../../shared/platform/net/guarded-fetch-error.ts';
import { failureOf } from '../../../support/failure-of.ts';
import { createDnsServer, type DnsServer } from '../../../support/net/dns-server.ts';
import { readTestCertificate } from '../../../support/smtp-sink/certificate.ts';

const HOST = 'hooks.acme.dev';
const SHORT_MS = 300;

describe('A host name in the guarded fetch', () => {
  const closing: (() => Promise<unknown>)[] = [];
  let dns: DnsServer;
  beforeEach(async () => {
    dns = await createDnsServer();
    closing.push(() => dns.close());
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  const createFetch = (reach: OutboundReach): GuardedFetch => {
    const resolver = createHostResolver([dns.address]);
    const guarded = createGuardedFetch({ reach, resolver, connectionsPerOrigin: 1 });
    closing.push(() => guarded.close());
    return guarded;
  };
  /** A server that closes each connection after its answer, so that each request makes a new connection. */
  const serve = async () => {
    const served: string[] = [];
    const server = createServer((request, response) => {
      served.push(request.headers.host ?? '');
      response.setHeader('connection', 'close').end();
    });
    closing.push(() => once(server.close(), 'close'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return { served, url: `http://${HOST}:${(server.address() as AddressInfo).port}/` };
  };
  const get = (guarded: GuardedFetch, url: string, timeoutMs = 10_000) =>
    guarded.fetch({ url, method: 'GET', timeoutMs, maxBytes: 100, reads: 'beginning' });
  const failure = async (promise: Promise<unknown>) => (await failureOf(promise)) as GuardedFetchError;
  /** The addresses that a socket would get. */
  const lookUp = (reach: OutboundReach) =>
    new Promise((resolve, reject) => {
      const lookup = createGuardedLookup(createHostResolver([dns.address]), reach);
      lookup(HOST, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
    });

  it('is resolved once per connection, and the request contains the name', async () => {
    const { url, served } = await serve();
    dns.set(HOST, ['127.0.0.1']);
    await get(createFetch('loopback'), url);
    expect(dns.questions.sort()).to.deep.equal([`A ${HOST}`, `AAAA ${HOST}`]);
    expect(served).to.deep.equal([new URL(url).host]);
  });

  it('is refused when it now resolves to a private address (DNS rebinding)', async () => {
    const { url, served } = await serve();
    const guarded = createFetch('loopback');
    dns.set(HOST, ['127.0.0.1']);
    expect((await get(guarded, url)).status).to.equal(200);
    dns.set(HOST, ['10.0.0.1']);
    const { reason, message } = await failure(get(guarded, url));
    expect(reason).to.equal('refused');
    expect(message).not.to.contain('10.0.0.1');
    expect(served).to.have.length(1);
  });

  it('is connected to at the checked addresses, even if a second lookup would return another one', async () => {
    const { url, served } = await serve();
    let questions = 0;
    dns.set(HOST, (type) => {
      if (type === 'AAAA') return [];
      questions += 1;
      return questions === 1 ? ['127.0.0.1'] : ['10.0.0.1'];
    });
    expect((await get(createFetch('loopback'), url)).status).to.equal(200);
    expect({ served: served.length, questions }).to.deep.equal({ served: 1, questions: 1 });
  });

  it('gives public addresses to the socket, and is refused when it has become private', async () => {
    dns.set(HOST, ['8.8.8.8']);
    expect(await lookUp('public')).to.deep.equal([{ address: '8.8.8.8', family: 4 }]);
    dns.set(HOST, ['127.0.0.1']);
    expect((await failure(lookUp('public'))).reason).to.equal('refused');
  });

  it('is used for TLS too, and an untrusted certificate is refused', async () => {
    const asked: string[] = [];
    const SNICallback = (name: string, callback: (error: null) => void) => {
      asked.push(name);
      callback(null);
    };
    const server = createHttpsServer({ ...readTestCertificate(), SNICallback });
    closing.push(() => once(server.close(), 'close'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    dns.set(HOST, ['127.0.0.1']);
    const url = `https://${HOST}:${(server.address() as AddressInfo).port}/`;
    const { reason, message } = await failure(get(createFetch('loopback'), url));
    expect({ reason, asked }).to.deep.equal({ reason: 'unreachable', asked: [HOST] });
    expect(message).to.contain('CERT');
  });

  const mixed: string[][] = [
    ['8.8.8.8', '10.0.0.1'],
    ['8.8.8.8', '::1'],
    ['2606:4700::1111', '169.254.169.254'],
    ['8.8.8.8', '::ffff:127.0.0.1'],
    ['127.0.0.1'],
  ];
  for (const addresses of mixed) {
    it(`is refused when its addresses are ${addresses.join(' and ')}`, async () => {
      dns.set(HOST, addresses);
      expect((await failure(get(createFetch('public'), `http://${HOST}/`))).reason).to.equal('refused');
    });
  }

  it('is refused when one of its addresses is private, even if loopback is allowed', async () => {
    const { url, served } = await serve();
    dns.set(HOST, ['127.0.0.1', 'fd00::1']);
    expect((await failure(get(createFetch('loopback'), url))).reason).to.equal('refused');
    expect(served).to.deep.equal([]);
  });

  it('is `unresolvable` when it does not exist', async () => {
    const { reason, message } = await failure(get(createFetch('public'), `http://${HOST}/`));
    expect({ reason, message }).to.deep.equal({
      reason: 'unresolvable',
      message: `\`${HOST}\` has no address.`,
    });
  });

  it('is `unresolvable` when the server refuses to answer', async () => {
    dns.set(HOST, 'refused');
    expect((await failure(get(createFetch('public'), `http://${HOST}/`))).reason).to.equal('unresolvable');
  });

  it('does not delay a request beyond its timeout when DNS is silent, and nothing is sent later', async () => {
    const { url, served } = await serve();
    let answer: string[] | 'silence' = 'silence';
    dns.set(HOST, () => answer);
    const guarded = createFetch('loopback');
    expect((await failure(get(guarded, url, SHORT_MS))).reason).to.equal('timeout');
    // The connection of the first request is made at the second attempt of DNS; the next request proves that it sent
    // nothing.
    answer = ['127.0.0.1'];
    expect((await get(guarded, url)).status).to.equal(200);
    expect(served).to.have.length(1);
  });

  for (const hostname of ['127.0.0.1', '10.0.0.1', '[::1]', '::ffff:10.0.0.1']) {
    it(`may be a literal address, which needs no lookup: ${hostname} is refused at the connection too`, async () => {
      const resolver = { resolve: () => Promise.reject(new Error('No resolver may be asked.')) };
      const connect = createGuardedConnect(resolver, 'public');
      const error = await new Promise((resolve) => {
        connect({ hostname, protocol: 'http:', port: '80' }, (...[refusal]) => resolve(refusal));
      });
      expect((error as GuardedFetchError).reason).to.equal('refused');
    });
  }
});
