// Requests that another page makes in the name of a person, CSRF (docs/reference/auth.md#requests-of-pages).
import { expect } from 'chai';
import supertest from 'supertest';
import { enter, usePerson } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createAccount } from '../../support/factories/factories.ts';
import { createMember, PASSWORD } from '../../support/factories/people-factories.ts';
import { cookieOf } from '../auth/cookies.ts';

type Headers = Readonly<Record<string, string>>;

describe('A request of a page', () => {
  const app = useApp();
  const session = usePerson(app);
  const host = () => `127.0.0.1:${app.port}`;
  const withSession = (headers: Headers) =>
    supertest
      .agent(app.url)
      .set({ 'User-Agent': 'browser', Cookie: `posthorn_session=${session.token}`, ...headers });
  const create = (headers: Headers) => withSession(headers).post('/audiences').send({ name: 'News' });
  const count = async () => {
    const { rowCount } = await app.pool.query('SELECT FROM audiences WHERE account_id = $1', [
      session.accountId,
    ]);
    return rowCount;
  };

  /** Headers of requests that no page of this server makes. */
  const foreign = (): Headers[] => [
    {},
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
    { 'Sec-Fetch-Site': '' },
    { 'Sec-Fetch-Site': 'same-origin, cross-site' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: app.url },
    { Origin: 'https://evil.dev' },
    { Origin: 'null' },
    { Origin: '' },
    { Origin: host() },
    { Origin: `http://127.0.0.1:${app.port + 1}` },
    { Origin: `http://sub.${host()}` },
    { Origin: `http://${host()}.evil.dev` },
    { Origin: `http://evil.dev/?${host()}` },
    { Referer: `${app.url}/app` },
  ];

  it('Rejects a request that changes something from another site, another host of the same site or an unknown origin with validation_error 403.', async () => {
    for (const headers of foreign()) {
      const answer = await create({ ...headers, 'X-CSRF-Token': session.csrfToken });
      const message = expectError(answer, 403, 'validation_error');
      expect(message, JSON.stringify(headers)).to.equal('This request must come from a page of this server.');
    }
    const others = [
      withSession({ 'Sec-Fetch-Site': 'cross-site' }).delete('/auth/sessions'),
      withSession({ 'Sec-Fetch-Site': 'cross-site' }).patch('/auth/me').send({ name: 'Eve' }),
      withSession({ 'Sec-Fetch-Site': 'cross-site' }).post('/auth/logout'),
    ];
    for (const answer of await Promise.all(others)) expectError(answer, 403, 'validation_error');
    expect(await count()).to.equal(1);
    expect((await session.api.get('/auth/me')).body.person.name).to.equal('Ada Lovelace');
  });

  it('Compares Origin with Host when a browser does not send Sec-Fetch-Site.', async () => {
    const answer = await create({ Origin: app.url, 'X-CSRF-Token': session.csrfToken });
    expect(answer.status).to.equal(201);
    const { email } = await createMember(app.pool);
    const signedIn = await supertest(app.url)
      .post('/auth/login')
      .set({ 'User-Agent': 'browser', Origin: app.url })
      .send({ email, password: PASSWORD });
    expect(signedIn.status).to.equal(200);
  });

  it('Rejects a change without the CSRF token of the session with validation_error 403, and changes nothing.', async () => {
    const other = await enter(app);
    const { csrfToken } = session;
    for (const given of [
      undefined,
      '',
      'x',
      other.csrfToken,
      `${csrfToken}x`,
      csrfToken.slice(1),
      session.token,
    ]) {
      const headers = given === undefined ? {} : { 'X-CSRF-Token': given };
      const answer = await create({ 'Sec-Fetch-Site': 'same-origin', ...headers });
      expect(expectError(answer, 403, 'validation_error')).to.include('`X-CSRF-Token`');
    }
    expect(await count()).to.equal(1);
    const answer = await create({ 'Sec-Fetch-Site': 'same-origin', 'X-CSRF-Token': csrfToken });
    expect(answer.status).to.equal(201);
  });

  it('Requires neither the origin nor the CSRF token for a GET.', async () => {
    for (const headers of foreign())
      expect((await withSession(headers).get('/audiences')).status).to.equal(200);
  });

  it('Rejects a GET that carries the CSRF token of another session, or of the account before a switch, with validation_error 403.', async () => {
    const other = await enter(app);
    const read = (token: string) => withSession({ 'X-CSRF-Token': token }).get('/audiences');
    expect((await read(session.csrfToken)).status).to.equal(200);
    expectError(await read(other.csrfToken), 403, 'validation_error');
    const { id: accountId } = await createAccount(app.pool);
    await createMember(app.pool, { personId: session.personId, accountId });
    const answer = await session.api.post('/auth/switch').send({ account_id: accountId });
    const switched = { token: cookieOf(answer, 'posthorn_session') ?? '', csrfToken: session.csrfToken };
    expectError(await app.asPerson(switched).get('/audiences'), 403, 'validation_error');
    const now = { ...switched, csrfToken: answer.body.csrf_token };
    expect((await app.asPerson(now).get('/audiences')).status).to.equal(200);
  });

  it('Rejects a sign-in from another site or of unknown origin with validation_error 403, and sets no cookie.', async () => {
    const { email, personId } = await createMember(app.pool);
    for (const headers of foreign()) {
      const answer = await supertest(app.url)
        .post('/auth/login')
        .set({ 'User-Agent': 'browser', ...headers })
        .send({ email, password: PASSWORD });
      expectError(answer, 403, 'validation_error');
      expect(answer.headers).not.to.have.property('set-cookie');
    }
    const { rowCount } = await app.pool.query('SELECT FROM sessions WHERE person_id = $1', [personId]);
    expect(rowCount).to.equal(0);
  });
});
