// What is fetched of Amazon for the feedback of SES, from a real TLS server: certificates and confirmations, of its hosts alone.
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import {
  type AmazonFetch,
  createAmazonFetch,
} from '../../../../../shared/resources/messaging/provider-feedback/amazon.ts';
import { failureOf } from '../../../../support/failure-of.ts';
import { issueCertificate } from '../../../../support/net/certificates.ts';
import { createDnsServer, type DnsServer } from '../../../../support/net/dns-server.ts';

const HOST = 'sns.eu-west-1.amazonaws.com';
const FOREIGN_HOSTS = [
  'sns.eu-west-1.amazonaws.com.evil.test',
  'evil-sns.eu-west-1.amazonaws.com',
  'sns.amazonaws.com',
  'sns.a.b.amazonaws.com',
  's3.eu-west-1.amazonaws.com',
  '127.0.0.1',
  'localhost',
];

describe('Asks hosts of Amazon alone for certificates and confirmations of SES, by https, and a certificate once.', () => {
  let dns: DnsServer;
  let server: Server;
  let amazon: AmazonFetch;
  let base: string;
  let status: number;
  let pem: string;
  const asked: string[] = [];
  before(async () => {
    const certificate = await issueCertificate([HOST, ...FOREIGN_HOSTS]);
    dns = await createDnsServer();
    for (const host of [HOST, ...FOREIGN_HOSTS]) dns.set(host, ['127.0.0.1']);
    server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(status).end(request.url === '/no.pem' ? 'PEM' : certificate.cert);
      pem = certificate.cert;
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    base = `https://${HOST}:${(server.address() as AddressInfo).port}`;
    amazon = createAmazonFetch({ outboundReach: 'loopback', dnsServers: [dns.address] }, certificate.cert);
  });
  beforeEach(() => {
    asked.length = 0;
    status = 200;
  });
  after(async () => {
    await amazon.close();
    server.closeAllConnections();
    await once(server.close(), 'close');
    await dns.close();
  });

  it('a certificate, once', async () => {
    const both = await Promise.all([
      amazon.certificate(`${base}/a.pem`),
      amazon.certificate(`${base}/a.pem`),
    ]);
    expect([...both, await amazon.certificate(`${base}/a.pem`), asked]).to.deep.equal([
      pem,
      pem,
      pem,
      ['/a.pem'],
    ]);
  });

  it('a certificate again that could not be fetched, or is none', async () => {
    status = 500;
    expect((await failureOf(amazon.certificate(`${base}/b.pem`))).message).to.include('answered 500');
    status = 200;
    expect([await amazon.certificate(`${base}/b.pem`), asked.length]).to.deep.equal([pem, 2]);
    await failureOf(amazon.certificate(`${base}/no.pem`));
    await failureOf(amazon.certificate(`${base}/no.pem`));
    expect(asked.filter((url) => url === '/no.pem')).to.have.length(2);
  });

  it('a confirmation, which must be answered 2xx', async () => {
    await amazon.confirm(`${base}/?Action=ConfirmSubscription`);
    for (const other of [301, 403, 500]) {
      status = other;
      await failureOf(amazon.confirm(`${base}/?Action=ConfirmSubscription`));
    }
    expect(asked).to.have.length(4);
  });

  it('nothing of another host, and nothing in the clear', async () => {
    const urls = [
      ...FOREIGN_HOSTS.map((host) => base.replace(HOST, host)),
      base.replace('https:', 'http:'),
      `https://x@127.0.0.1#${HOST}`,
      'no url',
      `//${HOST}`,
    ];
    for (const url of urls) {
      await failureOf(amazon.certificate(url));
      await failureOf(amazon.confirm(url));
    }
    expect(asked).to.deep.equal([]);
  });
});
