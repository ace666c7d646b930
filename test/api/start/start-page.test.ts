// The start page (docs/reference/pages.md#the-start-page).
import { expect } from 'chai';
import { SIMULATOR_OUTCOMES } from '../../../shared/contract/emails/simulator-outcomes.ts';
import { useApp } from '../../support/api/app.ts';
import { useEmptyBuild } from '../app/dashboard-build.ts';
import { ANNOUNCED, useDevelopmentFile } from './development-file.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const BROWSER_HEADERS = { Accept: BROWSER, Connection: 'keep-alive', 'Sec-Fetch-Dest': 'document' };

/** What no page may say but that of a person on the machine. */
const SECRETS = [
  ANNOUNCED.apiKey,
  ANNOUNCED.domain,
  ANNOUNCED.inboxUrl,
  // Those below no page has.
  'token-of-operators',
  ANNOUNCED.ownerEmail,
  ANNOUNCED.ownerPassword,
  ANNOUNCED.secretKey,
  'password-of-the-database',
];
const hrefsOf = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href);
const wordsOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
const mainOf = (html: string) => /<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? '';

describe('The start page', () => {
  const file = useDevelopmentFile();
  const build = useEmptyBuild();
  const app = useApp({
    deps: { dashboardDirectory: build.path },
    config: () => ({
      environment: 'development',
      publicUrl: 'http://127.0.0.1:3000',
      developmentFile: file.path,
      simulatorDomains: ['simulator.test', 'resend.dev'],
    }),
  });
  const bare = useApp({
    deps: { dashboardDirectory: build.path },
    config: () => ({
      environment: 'production',
      publicUrl: 'https://mail.acme.dev',
      developmentFile: file.path,
    }),
  });
  before(() => file.write());
  const open = (path = '/', { of = app, cookie = '' } = {}) =>
    of.bare().get(path).redirects(0).unset('User-Agent').set(BROWSER_HEADERS).set('Cookie', cookie);

  it('Shows browsers a start page at /; a program gets what every unknown path answers.', async () => {
    for (const accept of ['text/html', BROWSER])
      for (const path of ['/', '/api', '//', '/?a=b'])
        await open(path).set('Accept', accept).expect(200).expect('Vary', 'Accept, Cookie');
    await app.bare().head('/').set('Accept', BROWSER).expect(200);
    for (const accept of ['*/*', 'application/json', '']) {
      const { body, headers } = await app.as().get('/').redirects(0).set('Accept', accept).expect(401);
      expect(body.name).to.equal('missing_api_key');
      expect(headers).not.to.have.any.keys('location', 'vary');
    }
    await app.as().post('/').set('Accept', 'text/html').expect(401);
  });

  it('Shows on the machine of npm start what runs and since when, the first request with its key, the addresses of the simulator, and the ways on.', async () => {
    const { text } = await open().expect(200);
    const page = wordsOf(text);
    const begunAt = new Date(/<time datetime="([^"]*)"/.exec(text)?.[1] ?? '');
    const seconds = (app.clock.now().getTime() - begunAt.getTime()) / 1_000;
    expect(seconds).to.be.within(0, process.uptime());
    expect(page).to.include(
      `curl -sS --fail-with-body http://127.0.0.1:3000/emails \\ -H 'Authorization: Bearer ${ANNOUNCED.apiKey}'`,
    );
    expect(page).to.include(`"from": "Acme &lt;orders@${ANNOUNCED.domain}&gt;", "to": "bo@customer.dev"`);
    for (const { id, meaning } of SIMULATOR_OUTCOMES)
      expect(page).to.include(`${id}@simulator.test ${meaning}`);
    expect(page).to.include('127.0.0.1:3927').and.include('127.0.0.1:3926').and.include('in Postgres');
    expect(hrefsOf(mainOf(text))).to.deep.equal([
      '/app',
      ANNOUNCED.inboxUrl,
      ANNOUNCED.dnsUrl,
      '/ops/queues',
      '/docs',
      '/docs/guides/quick-start',
      '/docs/guides/resend-sdk',
      '/docs/guides/campaigns',
      '/docs/guides/production',
      '/docs/api',
    ]);
    for (const secret of SECRETS.slice(3)) expect(text).not.to.include(secret);
    const { text: signedIn } = await open('/', { cookie: 'posthorn_session=x' });
    expect(hrefsOf(mainOf(signedIn))[0]).to.equal('/app');
  });

  it('Shows in production the name, the sign-in and the documentation, and nothing else.', async () => {
    const { text } = await open('/', { of: bare }).set('Host', 'localhost').expect(200);
    expect(wordsOf(mainOf(text))).to.equal('Posthorn Sign in Documentation');
    for (const secret of [...SECRETS, '<time', '<form']) expect(text).not.to.include(secret);
    const signedIn = await open('/', { of: bare, cookie: '__Host-posthorn_session=x' }).expect(200);
    expect(wordsOf(mainOf(signedIn.text))).to.match(
      /^Posthorn Open the dashboard Documentation Always open the dashboard/,
    );
  });

  it('Shows in development to a reader elsewhere what production shows, and where the page has more.', async () => {
    const ask = () => open().set('Host', 'evil.test');
    for (const request of [ask(), open().set('X-Forwarded-For', '127.0.0.1')]) {
      const { text } = await request.expect(200);
      expect(wordsOf(mainOf(text))).to.equal(
        'Posthorn Sign in Documentation On the machine where npm start runs, http://127.0.0.1:3000/ shows the first request with its key.',
      );
      for (const secret of SECRETS) expect(text).not.to.include(secret);
    }
    await file.write('{');
    expect((await open().expect(200)).text).to.include('Sign in');
    await file.write();
  });

  it('Leads a signed-in person to the dashboard by one press, and directly from / in a browser where they choose so, until they choose otherwise at /?start.', async () => {
    for (const [of, prefix, more] of [
      [app, '', ''],
      [bare, '__Host-', ' Secure;'],
    ] as const) {
      const session = `${prefix}posthorn_session=x`;
      const choose = (value: string) =>
        of
          .bare()
          .post('/start')
          .redirects(0)
          .set('Sec-Fetch-Site', 'same-origin')
          .type('form')
          .send({ opens: value });
      const { text } = await open('/', { of, cookie: session });
      expect(mainOf(text)).to.include('<button name="opens" value="dashboard">');
      const chosen = await choose('dashboard').expect(303).expect('Location', 'app');
      const [cookie = ''] = (chosen.headers['set-cookie'] as unknown as string[]) ?? [];
      expect(cookie).to.match(
        new RegExp(
          `^${prefix}posthorn_start=dashboard; Max-Age=34560000; Path=/; Expires=[^;]+; HttpOnly;${more} SameSite=Lax$`,
        ),
      );
      const kept = { of, cookie: `${session}; ${cookie.split(';')[0]}` };
      await open('/', kept)
        .expect(303)
        .expect('Location', 'app')
        .expect('Cache-Control', 'private, no-store');
      const again = await open('/?start', kept).expect(200);
      expect(mainOf(again.text)).to.include('<button name="opens" value="start">');
      const undone = await choose('start').expect(303).expect('Location', './');
      expect(undone.headers['set-cookie']?.[0]).to.match(/posthorn_start=; Max-Age=0;/);
      for (const other of ['', 'Dashboard', '"dashboard"', 'dashboard%20'])
        await open('/', { of, cookie: `${prefix}posthorn_start=${other}` }).expect(200);
    }
  });

  it('Refuses a choice that another page sends with 403.', async () => {
    for (const site of ['cross-site', 'same-site', 'none']) {
      const { headers } = await app
        .bare()
        .post('/start')
        .set('Sec-Fetch-Site', site)
        .type('form')
        .send('opens=dashboard')
        .expect(403);
      expect(headers).not.to.have.property('set-cookie');
    }
    await app.bare().post('/start').type('form').send('opens=dashboard').expect(403);
  });

  it('Lets in nothing of another server, and may not be framed, stored or indexed.', async () => {
    const { text, headers } = await open().expect(200);
    expect(headers).to.include({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'x-frame-options': 'DENY',
    });
    const policy = headers['content-security-policy'] ?? '';
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
    ])
      expect(policy.split('; ')).to.include(directive);
    expect(text).not.to.match(/\son\w+=|<script(?![^>]* src=)/);
    for (const [, url] of text.matchAll(/ src="([^"]*)"/g)) {
      const script = await app
        .bare()
        .get(String(url))
        .expect(200)
        .expect('Content-Type', /javascript/);
      expect(Buffer.byteLength(script.text)).to.be.within(500, 20_000);
    }
  });
});

describe('The start page below a path', () => {
  const file = useDevelopmentFile();
  const publicUrl = `https://acme.dev/ma"il/$&'/`;
  const app = useApp({ config: () => ({ publicUrl, developmentFile: file.path }) });

  it('Writes the path of PUBLIC_URL into the links of the start page.', async () => {
    await file.write();
    const { text } = await app.bare().get('/').set(BROWSER_HEADERS).expect(200);
    const base = `/ma%22il/$&amp;'`;
    const own = hrefsOf(text).filter((href) => !href?.startsWith('http:'));
    expect(own).to.have.length.above(5);
    for (const href of own) expect(href?.startsWith(`${base}/`), href).to.equal(true);
    expect(text).to.include(`src="${base}/start/start.js"`).and.include(`data-base="${base}"`);
    expect(text).to.include(`il/$&amp;'/emails`);
  });
});

describe('The service without a start page', () => {
  const app = useApp({ config: { hasStartPage: false } });

  it('Leads a browser from / to /app where START_PAGE is off.', async () => {
    const open = (path: string) => app.bare().get(path).redirects(0).set('Accept', BROWSER);
    for (const path of ['/', '/?start', '/api', '//'])
      await open(path).expect(303).expect('Location', 'app').expect('Vary', 'Accept, Cookie');
    await app.as().get('/').expect(401);
    await open('/start/start.js').expect(404);
    await app.as().post('/start').set('Sec-Fetch-Site', 'same-origin').expect(401);
  });
});
