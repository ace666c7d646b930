// Authentication of operators: the login form, the link with the token, the session cookie, Bearer tokens, and the limit
// on failed logins (docs/reference/service.md#operators-pages).
import { expect } from 'chai';
import { createOpsAccess } from '../../../api/sessions/operator-access.ts';
import { OPS_TOKEN, type TestApp, useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';

const MINUTE_MS = 60_000;
const SESSION_MS = 12 * 60 * MINUTE_MS;
const MAX_FAILURES = 10;
const OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' };

const logIn = (app: TestApp, token: string, headers: Record<string, string> = OWN_PAGE) =>
  app.bare().post('/ops/login').set(headers).type('form').send({ token });
/** `name=value` of the cookie that a response sets. */
const cookieOf = (answer: { headers: Record<string, string> }) =>
  String(answer.headers['set-cookie']).split(';')[0] ?? '';

describe('the login of operators', () => {
  const app = useApp();
  const openBoard = (cookie: string) => app.bare().get('/ops/queues').set('Cookie', cookie);

  it('Redirects a browser without a session to the login form.', async () => {
    const answer = await app.bare().get('/ops/queues').set('Accept', 'text/html,*/*');
    expect(answer.status).to.equal(303);
    expect(answer.headers['location']).to.equal('/ops/login');
  });

  it('Rejects a program without a token with missing_api_key 401.', async () => {
    expectError(await app.bare().get('/ops/queues').set('Accept', '*/*'), 401, 'missing_api_key');
  });

  it('Opens the queues to a request with `Authorization: Bearer <OPS_TOKEN>`.', async () => {
    const answer = await app.bare().get('/ops/queues').set('Authorization', `Bearer ${OPS_TOKEN}`);
    expect(answer.status).to.equal(200);
  });

  it('Signs in with the form and redirects to the queues.', async () => {
    const answer = await logIn(app, OPS_TOKEN);
    expect(answer.status).to.equal(303);
    expect(answer.headers['location']).to.equal('/ops/queues');
    expect((await openBoard(cookieOf(answer))).status).to.equal(200);
  });

  it('Sets a session cookie that scripts and other sites cannot use and that does not contain the token.', async () => {
    const cookie = String((await logIn(app, OPS_TOKEN)).headers['set-cookie']);
    expect(cookie).to.include('HttpOnly').and.include('SameSite=Strict').and.include('Path=/');
    expect(cookie).not.to.include(OPS_TOKEN).and.not.include('Secure');
  });

  it('Shows the form again with status 403 after a wrong token.', async () => {
    const answer = await logIn(app, 'wrong-token');
    expect(answer.status).to.equal(403);
    expect(answer.text).to.include('This token is not correct.').and.not.include('wrong-token');
    expect(answer.headers).not.to.have.property('set-cookie');
  });

  it('Creates no session for a malformed login form.', async () => {
    for (const body of ['', 'token=a&token=b', 'token[x]=1', `x=${'y'.repeat(5000)}`]) {
      const answer = await app.bare().post('/ops/login').set(OWN_PAGE).type('form').send(body);
      expect(answer.status, body).to.be.within(400, 499);
      expect(answer.headers).not.to.have.property('set-cookie');
    }
  });

  it('Signs in with a link `?token=…` and redirects to the same path without the query.', async () => {
    for (const path of ['/ops/queues', '/ops/queues/queue/send']) {
      const answer = await app.bare().get(`${path}?status=failed&token=${OPS_TOKEN}`);
      expect(answer.status).to.equal(303);
      expect(answer.headers['location']).to.equal(path);
      expect((await openBoard(cookieOf(answer))).status).to.equal(200);
    }
  });

  it('Redirects a link with a wrong token to the form.', async () => {
    const answer = await app.bare().get('/ops/queues?token=wrong-token');
    expect(answer.status).to.equal(303);
    expect(answer.headers['location']).to.equal('/ops/login');
    expect(answer.headers).not.to.have.property('set-cookie');
  });

  it('Never redirects to another site.', async () => {
    const answer = await app.bare().get(`//evil.test/ops/queues?token=${OPS_TOKEN}`);
    expect(answer.headers['location'] ?? '').not.to.match(/^(https?:)?\/\//);
    const doubled = await app.bare().get(`//ops//queues?token=${OPS_TOKEN}`);
    expect(doubled.headers['location']).to.equal('/ops/queues');
  });

  it('Never writes OPS_TOKEN to the process log.', async () => {
    await app.bare().get(`/ops/queues?token=${OPS_TOKEN}`);
    await logIn(app, OPS_TOKEN);
    await app.bare().get('/ops/queues').set('Authorization', `Bearer ${OPS_TOKEN}`);
    expect(JSON.stringify(app.logLines)).to.include('/ops/queues').and.not.include(OPS_TOKEN);
  });

  it('Ends a session after 12 hours.', async () => {
    const cookie = cookieOf(await logIn(app, OPS_TOKEN));
    app.clock.advance(SESSION_MS - 1);
    expect((await openBoard(cookie)).status).to.equal(200);
    app.clock.advance(1);
    expect((await openBoard(cookie)).status).to.equal(401);
  });

  it('Rejects a session cookie whose expiry was changed with 401.', async () => {
    const [name, value = ''] = cookieOf(await logIn(app, OPS_TOKEN)).split('=');
    const [expiry, signature] = value.split('.');
    expect((await openBoard(`${name}=${Number(expiry) + 1}.${signature}`)).status).to.equal(401);
  });

  it('Ends every session when OPS_TOKEN changes.', async () => {
    for (const [token, status] of [
      [OPS_TOKEN, 200],
      ['another-token-of-operators', 401],
    ] as const) {
      const value = createOpsAccess(token).createSession(app.clock.now());
      expect((await openBoard(`posthorn_ops=${value}`)).status).to.equal(status);
    }
  });

  it('Rejects a malformed session cookie with 401.', async () => {
    const values = ['posthorn_ops=', 'posthorn_ops=.', 'posthorn_ops=9999999999999', 'posthorn_ops'];
    for (const cookie of [...values, 'x=1; y'])
      expect((await openBoard(cookie)).status, cookie).to.equal(401);
  });
});

describe('the login of operators over TLS', () => {
  const app = useApp({ config: { publicUrl: 'https://mail.example.com' } });

  it('Sets a Secure cookie when PUBLIC_URL begins with https.', async () => {
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

  it('Rejects every login of a client with rate_limit_exceeded 429 after ten failures in a minute, even with the right token.', async () => {
    const answer = await logIn(app, OPS_TOKEN);
    expectError(answer, 429, 'rate_limit_exceeded');
    expect(Number(answer.headers['retry-after'])).to.be.within(1, 60);
  });

  it('Rejects links as well with rate_limit_exceeded 429 after ten failed logins.', async () => {
    expectError(await app.bare().get(`/ops/queues?token=${OPS_TOKEN}`), 429, 'rate_limit_exceeded');
  });

  it('Forgets failed logins after at most a minute.', async () => {
    app.clock.advance(MINUTE_MS - 1);
    expectError(await logIn(app, OPS_TOKEN), 429, 'rate_limit_exceeded');
    app.clock.advance(1);
    expect((await logIn(app, OPS_TOKEN)).status).to.equal(303);
  });

  it('Rejects Bearer tokens as well with rate_limit_exceeded 429 after ten failed logins.', async () => {
    const answer = await withBearer(OPS_TOKEN);
    expectError(answer, 429, 'rate_limit_exceeded');
    expect(Number(answer.headers['retry-after'])).to.be.within(1, 60);
  });

  it('Keeps the sessions of a client valid while its logins are limited.', async () => {
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

  it('Counts a wrong Bearer token as a failed login.', async () => {
    for (const path of ['/metrics', '/ops/queues']) {
      for (let failure = 0; failure < MAX_FAILURES; failure += 1)
        expectError(await ask(path, 'wrong-token'), 403, 'invalid_api_key');
      const answer = await ask(path, 'wrong-token');
      expectError(answer, 429, 'rate_limit_exceeded');
      expect(Number(answer.headers['retry-after']), path).to.be.within(1, 60);
      expectError(await ask('/metrics', OPS_TOKEN), 429, 'rate_limit_exceeded');
      const link = app.bare().get(`/ops/queues?token=${OPS_TOKEN}`).set('X-Forwarded-For', '192.0.2.1');
      expectError(await link, 429, 'rate_limit_exceeded');
      app.clock.advance(MINUTE_MS);
      expect((await ask('/metrics', OPS_TOKEN)).status).to.equal(200);
    }
  });

  it('Limits only the client whose logins failed.', async () => {
    for (let failure = 0; failure < MAX_FAILURES; failure += 1) await ask('/metrics', 'wrong-token');
    expect((await ask('/metrics', OPS_TOKEN, '192.0.2.2')).status).to.equal(200);
  });

  it('Counts the failures of a /64 network of IPv6 as those of one client.', async () => {
    for (let failure = 1; failure <= MAX_FAILURES; failure += 1)
      await ask('/metrics', 'wrong-token', `2001:db8:1:2::${failure}`);
    expectError(await ask('/metrics', OPS_TOKEN, '2001:db8:1:2:ffff::1'), 429, 'rate_limit_exceeded');
    expect((await ask('/metrics', OPS_TOKEN, '2001:db8:1:3::1')).status).to.equal(200);
  });

  it('Does not count a request without a token as a failed login.', async () => {
    for (let request = 0; request <= MAX_FAILURES; request += 1)
      expectError(
        await app.bare().get('/metrics').set('X-Forwarded-For', '192.0.2.1'),
        401,
        'missing_api_key',
      );
    expect((await ask('/metrics', OPS_TOKEN)).status).to.equal(200);
  });
});
