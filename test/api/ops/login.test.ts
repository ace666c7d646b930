// Signing in to the operators' pages: the form, the link, the cookie.
import { expect } from 'chai';
import { createOpsAccess, OPS_SESSION_MS } from '../../../api/ops/access.ts';
import { MAX_FAILURES } from '../../../shared/platform/security/failed-logins.ts';
import { OPS_TOKEN, type TestApp, useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';

const MINUTE_MS = 60_000;
const OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' };

const logIn = (app: TestApp, token: string, headers: Record<string, string> = OWN_PAGE) =>
  app.bare().post('/ops/login').set(headers).type('form').send({ token });
/** `name=value` of the cookie that an answer sets. */
const cookieOf = (answer: { headers: Record<string, string> }) =>
  String(answer.headers['set-cookie']).split(';')[0] ?? '';

describe('the login of operators', () => {
  const app = useApp();
  const openBoard = (cookie: string) => app.bare().get('/ops/queues').set('Cookie', cookie);

  it('sends a browser without a session to the form', async () => {
    const answer = await app.bare().get('/ops/queues').set('Accept', 'text/html,*/*');
    expect(answer.status).to.equal(303);
    expect(answer.headers['location']).to.equal('/ops/login');
  });

  it('rejects a program without a token with missing_api_key 401', async () => {
    expectError(await app.bare().get('/ops/queues').set('Accept', '*/*'), 401, 'missing_api_key');
  });

  it('opens the queues to Authorization: Bearer', async () => {
    const answer = await app.bare().get('/ops/queues').set('Authorization', `Bearer ${OPS_TOKEN}`);
    expect(answer.status).to.equal(200);
  });

  it('signs in with the form and opens the queues', async () => {
    const answer = await logIn(app, OPS_TOKEN);
    expect(answer.status).to.equal(303);
    expect(answer.headers['location']).to.equal('/ops/queues');
    expect((await openBoard(cookieOf(answer))).status).to.equal(200);
  });

  it('sets a cookie that scripts and other sites cannot use and that does not hold the token', async () => {
    const cookie = String((await logIn(app, OPS_TOKEN)).headers['set-cookie']);
    expect(cookie).to.include('HttpOnly').and.include('SameSite=Strict').and.include('Path=/');
    expect(cookie).not.to.include(OPS_TOKEN).and.not.include('Secure');
  });

  it('shows the form again for a wrong token', async () => {
    const answer = await logIn(app, 'wrong-token');
    expect(answer.status).to.equal(403);
    expect(answer.text).to.include('The token is wrong.').and.not.include('wrong-token');
    expect(answer.headers).not.to.have.property('set-cookie');
  });

  for (const body of ['', 'token=a&token=b', 'token[x]=1', `x=${'y'.repeat(5000)}`]) {
    it(`gives no session for the form "${body.slice(0, 20)}"`, async () => {
      const answer = await app.bare().post('/ops/login').set(OWN_PAGE).type('form').send(body);
      expect(answer.status).to.be.within(400, 499);
      expect(answer.headers).not.to.have.property('set-cookie');
    });
  }

  it('signs in with a link and redirects to the address without the token', async () => {
    const answer = await app.bare().get(`/ops/queues?token=${OPS_TOKEN}`);
    expect(answer.status).to.equal(303);
    expect(answer.headers['location']).to.equal('/ops/queues');
    expect((await openBoard(cookieOf(answer))).status).to.equal(200);
  });

  it('sends a link with a wrong token to the form', async () => {
    const answer = await app.bare().get('/ops/queues?token=wrong-token');
    expect(answer.headers['location']).to.equal('/ops/login');
    expect(answer.headers).not.to.have.property('set-cookie');
  });

  it('cannot be made to redirect to another site', async () => {
    const answer = await app.bare().get(`//evil.test/ops/queues?token=${OPS_TOKEN}`);
    expect(answer.headers['location'] ?? '').not.to.match(/^(https?:)?\/\//);
    const doubled = await app.bare().get(`//ops//queues?token=${OPS_TOKEN}`);
    expect(doubled.headers['location']).to.equal('/ops/queues');
  });

  it('keeps tokens out of the log', async () => {
    await app.bare().get(`/ops/queues?token=${OPS_TOKEN}`);
    await logIn(app, OPS_TOKEN);
    expect(JSON.stringify(app.logLines)).not.to.include(OPS_TOKEN);
  });

  it('ends a session after 12 hours', async () => {
    const cookie = cookieOf(await logIn(app, OPS_TOKEN));
    app.clock.advance(OPS_SESSION_MS - 1);
    expect((await openBoard(cookie)).status).to.equal(200);
    app.clock.advance(1);
    expect((await openBoard(cookie)).status).to.equal(401);
  });

  it('refuses a cookie whose expiry was changed', async () => {
    const [name, value = ''] = cookieOf(await logIn(app, OPS_TOKEN)).split('=');
    const [expiry, signature] = value.split('.');
    expect((await openBoard(`${name}=${Number(expiry) + 1}.${signature}`)).status).to.equal(401);
  });

  it('refuses a cookie that another token signed', async () => {
    const value = createOpsAccess('another-token-of-operators').createSession(app.clock.now());
    expect((await openBoard(`posthorn_ops=${value}`)).status).to.equal(401);
  });

  for (const cookie of [
    'posthorn_ops=',
    'posthorn_ops=.',
    'posthorn_ops=9999999999999',
    'posthorn_ops',
    'x=1; y',
  ]) {
    it(`refuses the cookie "${cookie}"`, async () => {
      expect((await openBoard(cookie)).status).to.equal(401);
    });
  }
});

describe('the login of operators over TLS', () => {
  const app = useApp({ config: { publicUrl: 'https://mail.example.com' } });

  it('sets a Secure cookie', async () => {
    expect(String((await logIn(app, OPS_TOKEN)).headers['set-cookie'])).to.include('Secure');
  });
});

describe('failed logins of operators', () => {
  const app = useApp();
  const withBearer = (token: string) => app.bare().get('/metrics').set('Authorization', `Bearer ${token}`);
  beforeEach(async () => {
    app.clock.advance(MINUTE_MS);
    for (let failure = 0; failure < MAX_FAILURES; failure += 1) {
      expect((await logIn(app, 'wrong-token')).status).to.equal(403);
    }
  });

  it('are answered with rate_limit_exceeded 429 after ten in a minute, the right token included', async () => {
    const answer = await logIn(app, OPS_TOKEN);
    expectError(answer, 429, 'rate_limit_exceeded');
    expect(Number(answer.headers['retry-after'])).to.be.within(1, 60);
  });

  it('limit links too', async () => {
    expectError(await app.bare().get(`/ops/queues?token=${OPS_TOKEN}`), 429, 'rate_limit_exceeded');
  });

  it('are forgotten after a minute', async () => {
    app.clock.advance(MINUTE_MS);
    expect((await logIn(app, OPS_TOKEN)).status).to.equal(303);
  });

  it('limit programs too', async () => {
    const answer = await withBearer(OPS_TOKEN);
    expectError(answer, 429, 'rate_limit_exceeded');
    expect(Number(answer.headers['retry-after'])).to.be.within(1, 60);
  });

  it('leave those in peace who are signed in', async () => {
    app.clock.advance(MINUTE_MS);
    const cookie = cookieOf(await logIn(app, OPS_TOKEN));
    for (let failure = 0; failure < MAX_FAILURES; failure += 1) await withBearer('wrong-token');
    expect((await app.bare().get('/ops/queues').set('Cookie', cookie)).status).to.equal(200);
  });
});

describe('wrong Bearer tokens', () => {
  const app = useApp({ config: { trustProxy: 'loopback' } });
  const ask = (path: string, token: string, address = '192.0.2.1') =>
    app
      .bare()
      .get(path)
      .set({ Authorization: `Bearer ${token}`, 'X-Forwarded-For': address });
  beforeEach(() => app.clock.advance(MINUTE_MS));

  for (const path of ['/metrics', '/ops/queues']) {
    it(`on ${path} are failed logins: the eleventh of a minute is answered with rate_limit_exceeded 429`, async () => {
      for (let failure = 0; failure < MAX_FAILURES; failure += 1)
        expectError(await ask(path, 'wrong-token'), 403, 'invalid_api_key');
      const answer = await ask(path, 'wrong-token');
      expectError(answer, 429, 'rate_limit_exceeded');
      expect(Number(answer.headers['retry-after'])).to.be.within(1, 60);
      expectError(await ask('/metrics', OPS_TOKEN), 429, 'rate_limit_exceeded');
      const link = app.bare().get(`/ops/queues?token=${OPS_TOKEN}`).set('X-Forwarded-For', '192.0.2.1');
      expectError(await link, 429, 'rate_limit_exceeded');
      app.clock.advance(MINUTE_MS);
      expect((await ask('/metrics', OPS_TOKEN)).status).to.equal(200);
    });
  }

  it('of one client lock out no other', async () => {
    for (let failure = 0; failure < MAX_FAILURES; failure += 1) await ask('/metrics', 'wrong-token');
    expect((await ask('/metrics', OPS_TOKEN, '192.0.2.2')).status).to.equal(200);
  });

  it('of all addresses of an IPv6 network count together', async () => {
    for (let failure = 1; failure <= MAX_FAILURES; failure += 1)
      await ask('/metrics', 'wrong-token', `2001:db8:1:2::${failure}`);
    expectError(await ask('/metrics', OPS_TOKEN, '2001:db8:1:2:ffff::1'), 429, 'rate_limit_exceeded');
    expect((await ask('/metrics', OPS_TOKEN, '2001:db8:1:3::1')).status).to.equal(200);
  });

  it('are no missing ones: a request without a token counts as nothing', async () => {
    for (let request = 0; request <= MAX_FAILURES; request += 1)
      expectError(
        await app.bare().get('/metrics').set('X-Forwarded-For', '192.0.2.1'),
        401,
        'missing_api_key',
      );
    expect((await ask('/metrics', OPS_TOKEN)).status).to.equal(200);
  });
});
