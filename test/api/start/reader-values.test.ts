// What pages know of their reader (docs/reference/pages.md#what-pages-know-of-their-reader).
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Request } from 'express';
import { type ReaderValues, readerValuesOf } from '../../../api/public/reader/reader-values.ts';
import type { Config } from '../../../shared/platform/config/config.ts';
import { useApp } from '../../support/api/app.ts';
import { createAccount, createDomain } from '../../support/factories/factories.ts';
import { type MemberFields, signIn } from '../../support/factories/people-factories.ts';
import { exchange } from '../../support/net/raw-http.ts';
import { ANNOUNCED, useDevelopmentFile } from './development-file.ts';

const PUBLIC = { baseUrl: 'https://acme.dev/mail', smtpHost: 'mail.acme.dev', smtpPort: '587' };
const ON_THE_MACHINE = {
  baseUrl: PUBLIC.baseUrl,
  apiKey: ANNOUNCED.apiKey,
  domain: ANNOUNCED.domain,
  inboxUrl: ANNOUNCED.inboxUrl,
  smtpHost: '127.0.0.1',
  smtpPort: '3927',
  inboundPort: '3926',
};

describe('What pages know of their reader', () => {
  const file = useDevelopmentFile();
  const config = { publicUrl: 'https://acme.dev/mail/', mailHostname: 'mail.acme.dev' };
  const app = useApp({ config: () => ({ ...config, developmentFile: file.path }) });
  let server: Server;
  let port: number;
  /** What the configuration has in addition, for the next request. */
  let changes: Partial<Config> = {};
  const valuesOf = (request: Request) =>
    readerValuesOf({ ...app.deps, config: { ...app.deps.config, ...changes } }, request);
  before(async () => {
    server = createServer(async (request, response) => {
      // What Express adds to a request is not read.
      response.setHeader('Connection', 'close').end(JSON.stringify(await valuesOf(request as Request)));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  after(() => server.close());
  beforeEach(async () => {
    changes = {};
    await file.write();
  });

  /** The values for a request with these lines in its head. */
  async function ask(lines: readonly string[] = [], version = '1.1'): Promise<ReaderValues> {
    const nameOf = (line: string) => line.split(':', 1)[0];
    const usual = [`Host: 127.0.0.1:${port}`, 'Connection: keep-alive', 'Sec-Fetch-Dest: document'];
    const others = usual.filter((line) => !lines.some((own) => nameOf(own) === nameOf(line)));
    const head = [`GET / HTTP/${version}`, ...others, ...lines];
    const answer = await exchange(port, `${head.join('\r\n')}\r\n\r\n`);
    const body = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1);
    return JSON.parse(body);
  }
  const cookieOf = async (member: MemberFields) =>
    `Cookie: __Host-posthorn_session=${(await signIn(app.pool, { ...member, now: app.clock.now() })).token}`;
  const isPublic = { values: PUBLIC, isPrivate: false };

  it('Fills in key, domain and addresses of npm start for a browser on its machine that opens localhost, 127.0.0.1 or [::1].', async () => {
    for (const host of ['localhost', `127.0.0.1:${port}`, 'LOCALHOST:3000', '[::1]:3000'])
      expect(await ask([`Host: ${host}`]), host).to.deep.equal({ values: ON_THE_MACHINE, isPrivate: true });
    const ofBrowsers = [
      'Accept: text/html',
      'Accept-Language: de',
      'Accept-Encoding: gzip',
      'User-Agent: Mozilla/5.0',
      'Sec-Fetch-Site: none',
      'Sec-Fetch-Mode: navigate',
      'Sec-CH-UA: "x"',
      'Sec-CH-UA-Mobile: ?0',
      'Sec-GPC: 1',
      'Upgrade-Insecure-Requests: 1',
      'Cache-Control: max-age=0',
      'Pragma: no-cache',
      'DNT: 1',
      'Priority: u=0, i',
      'Referer: http://localhost:3000/',
      'If-None-Match: "x"',
      'If-Modified-Since: Sat, 28 Nov 2026 00:00:00 GMT',
      'Cookie: theme=dark',
    ];
    expect(await ask(ofBrowsers)).to.deep.include({ isPrivate: true });
  });

  it('Fills in no key under a foreign Host, as in DNS rebinding, nor for another machine.', async () => {
    for (const host of [
      'evil.test',
      `evil.test:${port}`,
      'localhost.evil.test',
      '127.0.0.1.evil.test',
      '127.0.0.1@x',
      '',
      'xlocalhost',
      '127.0.0.2',
      '[::1].evil.test',
    ])
      expect(await ask([`Host: ${host}`]), host).to.deep.equal(isPublic);
    const headers = { host: 'localhost:3000', connection: 'keep-alive', 'sec-fetch-dest': 'document' };
    const head = { headers, httpVersion: '1.1' };
    for (const [remoteAddress, isOwn] of [
      ['127.0.0.1', true],
      ['::ffff:127.0.0.1', true],
      ['::1', true],
      ['192.0.2.7', false],
      ['::ffff:192.0.2.7', false],
      ['fe80::1', false],
      [undefined, false],
    ] as const) {
      const { isPrivate } = await valuesOf({ ...head, socket: { remoteAddress } } as Request);
      expect(isPrivate, remoteAddress).to.equal(isOwn);
    }
  });

  it('Fills in no key for what is no page that a browser opens, such as a hosted attachment that a worker fetches.', async () => {
    for (const destination of ['', 'empty', 'script', 'iframe', 'image'])
      expect(await ask([`Sec-Fetch-Dest: ${destination}`]), destination).to.deep.equal(isPublic);
  });

  it('Fills in no key for a request that says that a proxy or a tunnel has passed it on.', async () => {
    for (const line of [
      'X-Forwarded-For: 127.0.0.1',
      'x-forwarded-for:',
      'X-Forwarded-Host: localhost',
      'X-Forwarded-Proto: http',
      'Forwarded: for=127.0.0.1',
      'Via: 1.1 proxy',
      'X-Real-IP: 127.0.0.1',
      'CF-Connecting-IP: 127.0.0.1',
      'CDN-Loop: cloudflare',
      'Fastly-Client-IP: 127.0.0.1',
      'X-Cluster-Client-IP: 127.0.0.1',
      'X-Envoy-External-Address: 127.0.0.1',
      'Tailscale-User-Login: bo@x.dev',
      'Ngrok-Auth-User-Email: bo@x.dev',
      'X-Of-A-Tunnel-That-Is-New: yes',
      // nginx with `proxy_http_version 1.1`, without and with keep-alive to its upstream.
      'Connection: close',
      'Connection:',
    ])
      expect(await ask([line]), line).to.deep.equal(isPublic);
    expect(await ask([], '1.0')).to.deep.equal(isPublic);
  });

  it('Fills in no key in production, and none while the file of npm start is absent or cannot be read.', async () => {
    changes = { environment: 'production' };
    expect(await ask()).to.deep.equal(isPublic);
    changes = { developmentFile: `${file.path}.absent` };
    expect(await ask()).to.deep.equal(isPublic);
    changes = { developmentFile: undefined };
    expect(await ask()).to.deep.equal(isPublic);
    changes = {};
    for (const content of ['', '{', 'null', '[]', '{}', { apiKey: "ph_'; rm -rf /" }, { domain: "a'b" }]) {
      await file.write(content);
      expect(await ask(), JSON.stringify(content)).to.deep.equal(isPublic);
    }
    for (const url of ['javascript:alert(1)', 'https://evil.test" x="', '']) {
      await file.write({ inboxUrl: url });
      expect(await ask(), url).to.deep.equal(isPublic);
    }
  });

  it('Fills in elsewhere the address of a person who is signed in, and the default domain of the account, or else its oldest one that may send.', async () => {
    changes = { developmentFile: undefined };
    const { id: accountId } = await createAccount(app.pool);
    const email = 'ada.b+posthorn@reader.dev';
    const recipients = { recipient: email, signedUp: email, subscriber: email, team: email };
    const cookie = await cookieOf({ accountId, email });
    const ownAddress = { values: { ...PUBLIC, ...recipients }, isPrivate: true };
    expect(await ask([cookie])).to.deep.equal(ownAddress);
    await createDomain(app.pool, accountId, { name: 'waits.dev', status: 'pending' });
    expect(await ask([cookie])).to.deep.equal(ownAddress);
    const named = (domain: string) => ({ values: { ...PUBLIC, ...recipients, domain }, isPrivate: true });
    await createDomain(app.pool, accountId, { name: 'oldest.dev' });
    await createDomain(app.pool, accountId, { name: 'second.dev' });
    expect(await ask([cookie])).to.deep.equal(named('oldest.dev'));
    await createDomain(app.pool, accountId, { name: 'default.dev', isDefault: true });
    expect(await ask([cookie])).to.deep.equal(named('default.dev'));
    const other = await ask([await cookieOf({ email: 'bo@reader.dev' })]);
    expect(other.values)
      .to.include({ ...PUBLIC, recipient: 'bo@reader.dev' })
      .and.not.have.property('domain');
    expect(await ask(['Cookie: __Host-posthorn_session=ph_session_x'])).to.deep.equal(isPublic);
    app.clock.advance(400 * 24 * 60 * 60 * 1_000);
    expect(await ask([cookie])).to.deep.equal(isPublic);
  });

  it('Fills in no address that code could not have as it is, such as one with a quote.', async () => {
    changes = { developmentFile: undefined };
    for (const name of ["o'neil", 'a`id`', 'a$b', 'a%40b', 'a/b', '"a b"', '-rf', 'jürgen'])
      expect(await ask([await cookieOf({ email: `${name}@reader.dev` })]), name).to.deep.equal(isPublic);
  });
});
