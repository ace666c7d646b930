// The hosts of tracked links: what they serve, and to whom other hosts are served (docs/reference/tracking.md#hosts).
import { expect } from 'chai';
import { insertTrackingHost } from '../../../shared/resources/messaging/tracking-hosts/write.ts';
import { createCaller } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { useGatedApp } from './gated-app.ts';

const PUBLIC_HOST = 'mail.posthorn.dev';
const TARGET = 'https://acme.dev/';
const RECIPIENT = '01900000-0000-7000-8000-000000000001';
let added = 0;

describe('A host of tracked links', () => {
  const app = useApp({ config: { publicUrl: `https://${PUBLIC_HOST}` } });
  const gated = useGatedApp(app);
  const served = useEach(async () => {
    added += 1;
    const host = `links.acme${added}.dev`;
    await insertTrackingHost(app.pool, { host: host, domain: 'acme.dev' }, app.clock.now());
    return { host, other: `www.acme${added}.dev` };
  });
  const get = (path: string, host: string) => app.bare().get(path).redirects(0).set('Host', host);
  const click = () => `/c/${app.deps.trackingTokens.link(RECIPIENT, { number: 0, target: TARGET })}`;
  const pixel = () => `/o/${app.deps.trackingTokens.pixel(RECIPIENT)}`;
  const allowed = (query: string) => app.bare().get(`/tracking/allowed${query}`);

  it('Serves pixels, links and /robots.txt on a host, and answers everything else 404 with a page: no API, no dashboard.', async () => {
    const { token } = await createCaller(app);
    for (const host of [served.host, `${served.host}:443`, served.host.toUpperCase(), `${served.host}.`]) {
      expect((await get(click(), host)).headers['location']).to.equal(TARGET);
      expect((await get(pixel(), host)).headers['content-type']).to.equal('image/gif');
      const robots = await get('/robots.txt', host);
      expect([robots.status, robots.text]).to.deep.equal([200, 'User-agent: *\nDisallow: /\n']);
      for (const path of [
        '/',
        '/app',
        '/app/sign-in',
        '/emails',
        '/domains',
        '/healthz',
        '/readyz',
        '/metrics',
        '/ops',
        '/docs',
        '/openapi.json',
        '/cli/posthorn.tgz',
        '/favicon.ico',
        '/unsubscribe/x',
        '/preferences/x',
        '/share/emails/x',
        `/tracking/allowed?domain=${served.host}`,
        '/auth/login',
        '/api/emails',
        '//emails',
        '/robots.txt/',
      ]) {
        const answer = await get(path, host).set({ Authorization: `Bearer ${token}`, 'User-Agent': 'tests' });
        expect([answer.status, answer.headers['content-type']], path).to.deep.equal([
          404,
          'text/html; charset=utf-8',
        ]);
        expect(answer.headers).not.to.have.any.keys('strict-transport-security', 'set-cookie');
      }
      for (const method of ['post', 'options', 'delete'] as const) {
        const answer = await app.as(token)[method]('/emails').set('Host', host).send({});
        expect(answer.status, method).to.equal(404);
      }
    }
  });

  it('Serves any other host as ever, whatever a request names, and the host of PUBLIC_URL although a domain has its name.', async () => {
    const { token } = await createCaller(app);
    await insertTrackingHost(app.pool, { host: PUBLIC_HOST, domain: 'acme.dev' }, app.clock.now());
    const strangers = [
      PUBLIC_HOST,
      PUBLIC_HOST.toUpperCase(),
      served.other,
      `sub.${served.host}`,
      'localhost:3000',
      '127.0.0.1',
      '[::1]:80',
      '',
      'x',
      '..',
      'a..b',
      '-',
      'é.dev',
      '%00',
      `${'x'.repeat(300)}.dev`,
      '1.2.3',
      `${'a.'.repeat(2_000)}dev`,
    ];
    for (const host of strangers) {
      const sent = Buffer.from(host).toString('latin1');
      const answer = await app.as(token).get('/domains').set('Host', sent);
      expect([answer.status, answer.body.object], host).to.deep.equal([200, 'list']);
      expect((await get('/healthz', sent)).body, host).to.include({ status: 'ok' });
      expect((await get('/', sent).set('Accept', 'text/html')).text, host).to.include(
        '<title>Posthorn</title>',
      );
    }
  });

  it('Serves each host as before while Postgres is away.', async () => {
    const ask = (host: string) => gated.get('/emails').set('Host', host);
    const late = served.other;
    const known = served.host;
    expect((await ask(late)).headers['content-type']).to.match(/json/);
    expect((await ask(known)).headers['content-type']).to.match(/html/);
    await insertTrackingHost(app.pool, { host: late, domain: 'acme.dev' }, app.clock.now());
    expect((await ask(late)).headers['content-type']).to.match(/json/);
    app.clock.advance(30_000);
    expect((await ask(late)).headers['content-type']).to.match(/html/);
    gated.gate.shut();
    app.clock.advance(3_600_000);
    for (const host of [late, known]) expect((await ask(host)).status).to.equal(404);
    for (const host of [PUBLIC_HOST, 'localhost', '127.0.0.1', '[::1]', 'web', 'web:3000'])
      expect((await ask(host)).headers['content-type'], host).to.match(/json/);
  });

  it('Answers 503 with a page on a host of which it cannot know whether it is one of links, but for health checks, links and pixels.', async () => {
    const before = served.other;
    const unknown = `new.${served.other}`;
    const ask = (path: string, host = unknown) => gated.get(path).set({ Host: host, 'User-Agent': 'tests' });
    await ask('/emails', before);
    gated.gate.shut();
    app.clock.advance(3_600_000);
    for (const path of ['/', '/app', '/emails', '/auth/login', '/docs', '/metrics', '/ops']) {
      const { status, headers } = await ask(path);
      expect([status, headers['content-type'], headers['retry-after']], path).to.deep.equal([
        503,
        'text/html; charset=utf-8',
        '5',
      ]);
    }
    expect((await ask('/healthz')).body).to.include({ status: 'ok' });
    expect((await ask('/readyz')).headers['content-type']).to.match(/json/);
    expect((await ask('/robots.txt')).status).to.equal(200);
    expect((await ask(click())).headers['location']).to.equal(TARGET);
    expect((await ask(pixel())).headers['content-type']).to.equal('image/gif');
    // What it was before, it is.
    expect((await ask('/healthz', before)).body).to.include({ status: 'ok' });
    expect((await ask('/docs', before)).status).to.be.below(400);
    expect((await ask(`/tracking/allowed?domain=${unknown}`, PUBLIC_HOST)).status).to.equal(503);
    gated.gate.open();
    expect((await ask('/emails')).headers['content-type']).to.match(/json/);
    expect((await ask(`/tracking/allowed?domain=${unknown}`, PUBLIC_HOST)).status).to.equal(404);
  });

  it('Answers `/tracking/allowed?domain=` without a key and without a body: 200 for a host that is served, 503 while that cannot be known, else 404.', async () => {
    for (const domain of [served.host, served.host.toUpperCase(), `${served.host}.`]) {
      const { status, text } = await allowed(`?domain=${domain}`).set('User-Agent', '');
      expect([status, text], domain).to.deep.equal([200, '']);
    }
    const bad = ['', '?domain=', '?domain', '?domain=%00', '?domain=%ff', `?domain=${'x'.repeat(5_000)}.dev`];
    const others = [
      served.other,
      PUBLIC_HOST,
      'localhost',
      '127.0.0.1',
      `*.${served.host}`,
      `%20${served.host}`,
    ];
    const twice = `?domain=${served.host}&domain=${served.host}`;
    for (const query of [...bad, ...others.map((domain) => `?domain=${domain}`), twice]) {
      const { status, text } = await allowed(query);
      expect([status, text], query).to.deep.equal([404, '']);
    }
  });
});
