// The probe of links against real servers on this machine: what hangs, what is private, and how many are asked at a time.
import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { createLinkProbe, type LinkProbe } from '../../../../shared/platform/net/link-probe.ts';
import { type HttpServer, startHttpServer } from '../../../support/net/http-server.ts';

const OPTIONS = { accountId: 'one', mayOpen: () => true };
const AT_A_TIME = 8;
const AMPLE_MS = 10_000;
const SHORT_MS = 300;

describe('The probe of links', () => {
  const asked: string[] = [];
  const hanging: ServerResponse[] = [];
  let server: HttpServer;
  let probe: LinkProbe;
  before(async () => {
    server = await startHttpServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      if (request.url?.startsWith('/hang')) hanging.push(response);
      else response.end();
    });
  });
  beforeEach(() => {
    asked.length = 0;
    hanging.length = 0;
  });
  afterEach(() => probe.close());
  after(() => server.close());

  it('asks nothing of a private address', async () => {
    probe = createLinkProbe({ outboundReach: 'public', dnsServers: [] });
    const port = new URL(server.url).port;
    const urls = [
      server.url,
      `http://localhost:${port}`,
      `http://[::1]:${port}`,
      'http://10.0.0.1/',
      'http://0x7f.1/',
    ];
    for (const answer of await probe.ask(urls, OPTIONS)) expect(answer.kind).to.equal('unreachable');
    expect(asked).to.deep.equal([]);
  });

  it('gives all links of a question one time, asks a few at once, and does not begin with the rest', async () => {
    probe = createLinkProbe(
      { outboundReach: 'loopback', dnsServers: [] },
      { togetherMs: SHORT_MS, requestMs: AMPLE_MS },
    );
    const urls = Array.from({ length: 20 }, (_, number) => `${server.url}/hang/${number}`);
    const answers = await probe.ask(urls, OPTIONS);
    expect(hanging.length).to.be.at.most(AT_A_TIME);
    expect(answers.map(({ kind }) => kind)).to.deep.equal([
      ...Array(AT_A_TIME).fill('unreachable'),
      ...Array(urls.length - AT_A_TIME).fill('unopened'),
    ]);
  });

  it('gives up a request in time and asks once more by GET', async () => {
    probe = createLinkProbe(
      { outboundReach: 'loopback', dnsServers: [] },
      { togetherMs: AMPLE_MS, requestMs: 3 * SHORT_MS },
    );
    const [answer] = await probe.ask([`${server.url}/hang?once`], OPTIONS);
    expect(answer).to.include({ kind: 'unreachable' });
    const once = asked.filter((request) => request.endsWith('once'));
    expect(once).to.deep.equal(['HEAD /hang?once', 'GET /hang?once']);
  });
});
