// POST /auth/login (docs/reference/auth.md#post-authlogin).
import { expect } from 'chai';
import { rotateSessionsSoon } from '../../../shared/resources/foundation/sessions/rotate.ts';
import { useApp } from '../../support/api/app.ts';
import { createCheapHashes } from '../../support/api/cheap-hashes.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createAccount, createApiKey } from '../../support/factories/factories.ts';
import { createMember, createPerson, PASSWORD, signIn } from '../../support/factories/people-factories.ts';
import { cookieOf, credentialsOf } from './cookies.ts';
import { enableSecondFactor } from './second-factor.ts';
import { signInEventsOf, statusOf } from './sign-in-state.ts';

const MINUTE_MS = 60_000;
const WRONG = 'The address, the password or the code is wrong.';

describe('POST /auth/login', () => {
  const hashes = createCheapHashes();
  let verified = 0;
  const app = useApp({
    deps: {
      passwordHashes: {
        ...hashes,
        verify(password, hash) {
          verified += 1;
          return hashes.verify(password, hash);
        },
      },
    },
  });
  // Failures of one test do not count in the next one.
  beforeEach(() => app.clock.advance(16 * MINUTE_MS));
  const logIn = (body: object) => app.asPerson().post('/auth/login').send(body);
  const now = () => app.clock.now();
  const sessionsOf = async (personId: string) =>
    (await app.pool.query('SELECT FROM sessions WHERE person_id = $1', [personId])).rowCount;

  it('Signs in with address and password, and answers the session.', async () => {
    const { email, personId, accountId } = await createMember(app.pool, { role: 'admin' });
    const answer = await logIn({ email, password: PASSWORD });
    const { id, csrf_token, ...rest } = answer.body;
    const account = { id: accountId, name: 'Factory account' };
    expect(rest).to.deep.equal({
      object: 'session',
      person: {
        id: personId,
        email,
        name: 'Ada Lovelace',
        confirmed: true,
        second_factor: false,
        recovery_codes_left: 0,
      },
      account: { ...account, suspension: null },
      role: 'admin',
      accounts: [{ ...account, role: 'admin' }],
      expires_at: new Date(now().getTime() + 14 * 24 * 60 * MINUTE_MS).toISOString(),
    });
    expect(answer.status).to.equal(200);
    const me = await app.asPerson(credentialsOf(answer)).get('/auth/me');
    expect(me.body).to.deep.equal(answer.body);
    const named = await app.asPerson(credentialsOf(answer)).patch('/auth/me').send({ name: 'Ada' });
    expect(named.body).to.include({ id, csrf_token });
  });

  it('Finds a person by the address in any spelling.', async () => {
    await createMember(app.pool, { email: 'bo@xn--mller-kva.dev' });
    for (const email of ['bo@xn--mller-kva.dev', 'BO@Müller.dev', ' "bo"@müller.DEV '])
      expect((await logIn({ email, password: PASSWORD })).body.object, email).to.equal('session');
  });

  it('Begins the session in the account of which the person has been a member for the longest time.', async () => {
    const later = await createAccount(app.pool);
    const { personId, email } = await createMember(app.pool, { role: 'viewer' });
    const first = (await logIn({ email, password: PASSWORD })).body;
    await createMember(app.pool, { personId, accountId: later.id });
    const { body } = await logIn({ email, password: PASSWORD });
    expect(body.account).to.deep.equal(first.account);
    expect(body.role).to.equal('viewer');
  });

  it('Answers a person with a second factor with a challenge, and starts no session.', async () => {
    const session = await signIn(app.pool, { now: now() });
    await enableSecondFactor(app, session);
    const before = await sessionsOf(session.personId);
    const answer = await logIn({ email: session.email, password: PASSWORD });
    expect(answer.status).to.equal(200);
    expect(answer.body).to.deep.equal({
      object: 'totp_challenge',
      expires_at: new Date(now().getTime() + 5 * MINUTE_MS).toISOString(),
    });
    expect(cookieOf(answer, 'posthorn_session')).to.equal(undefined);
    const challenge = cookieOf(answer, 'posthorn_challenge') ?? '';
    expect(challenge).to.match(/^[\w-]{43}$/);
    expect(await sessionsOf(session.personId)).to.equal(before);
    // The token of a challenge is not one of a session.
    expect(await statusOf(app, { token: challenge, csrfToken: '' })).to.equal(401);
  });

  it('Answers an unknown address, a person without a password and a wrong password with the same validation_error 422, after the same work.', async () => {
    const { email } = await createMember(app.pool);
    const { email: invited } = await createMember(app.pool, { hasPassword: false });
    for (const body of [
      { email: 'nobody@acme.dev', password: PASSWORD },
      { email: invited, password: PASSWORD },
      { email, password: `${PASSWORD}.` },
      // The longest one that is read.
      { email, password: ' '.repeat(256) },
    ]) {
      verified = 0;
      const answer = await logIn(body);
      expect(expectError(answer, 422, 'validation_error')).to.equal(WRONG);
      expect(answer.headers).not.to.have.property('set-cookie');
      expect(verified).to.equal(1);
    }
  });

  it('Rejects the right password of a person who is not a member of any account any more with validation_error 422.', async () => {
    const { email } = await createPerson(app.pool);
    const answer = await logIn({ email, password: PASSWORD });
    expect(expectError(answer, 422, 'validation_error')).to.include('no longer a member of any account');
    expect(answer.headers).not.to.have.property('set-cookie');
  });

  it('Ends the session that the request carries and starts another one with a token and a CSRF token of its own.', async () => {
    const { email, personId } = await createMember(app.pool);
    // The session of another person, who wants this person to continue in a session that is known to both.
    const planted = await signIn(app.pool, { now: now() });
    const answer = await app.asPerson(planted).post('/auth/login').send({ email, password: PASSWORD });
    expect(answer.body.person.id).to.equal(personId);
    const own = credentialsOf(answer);
    expect(own.token).not.to.equal(planted.token);
    expect(own.csrfToken).not.to.equal(planted.csrfToken);
    expect(await statusOf(app, planted)).to.equal(401);
    expect(await statusOf(app, own)).to.equal(200);
    // A token that the service has not issued is not adopted either.
    const made = { token: 'x'.repeat(43), csrfToken: '' };
    const other = await app.asPerson(made).post('/auth/login').send({ email, password: PASSWORD });
    expect(credentialsOf(other).token).not.to.equal(made.token);
    expect(await statusOf(app, made)).to.equal(401);
    expect(await statusOf(app, own)).to.equal(200);
    // A session that has just got another token is also ended by the token of before.
    const rotated = await signIn(app.pool, { now: now() });
    await rotateSessionsSoon(app.pool, rotated);
    const token = cookieOf(await app.asPerson(rotated).get('/auth/me'), 'posthorn_session') ?? '';
    expect(await statusOf(app, { ...rotated, token })).to.equal(200);
    await app.asPerson(rotated).post('/auth/login').send({ email, password: PASSWORD }).expect(200);
    expect(await statusOf(app, { ...rotated, token })).to.equal(401);
  });

  it('Ignores an API key in a sign-in, valid or not.', async () => {
    const { email, personId } = await createMember(app.pool);
    const { token } = await createApiKey(app.pool);
    for (const authorization of [`Bearer ${token}`, 'Bearer ph_x', 'Basic eDp5']) {
      const answer = await logIn({ email, password: PASSWORD }).set('Authorization', authorization);
      expect(answer.body.person.id).to.equal(personId);
    }
  });

  it('Records a sign-in, successful or not, in the audit log of each account of the person.', async () => {
    const { personId, accountId, email } = await createMember(app.pool);
    const other = await createMember(app.pool, { personId, accountId: (await createAccount(app.pool)).id });
    const { body } = await logIn({ email, password: PASSWORD });
    await logIn({ email, password: 'wrong' });
    await app.deps.background.settled();
    const event = {
      actor_type: 'person',
      actor_email: email,
      operation: 'login',
      address: '127.0.0.1',
      user_agent: 'posthorn-tests',
    };
    const accounts = [accountId, other.accountId].sort();
    expect(await signInEventsOf(app.pool, personId)).to.deep.equal([
      ...accounts.map((id) => ({ ...event, account_id: id, outcome: 'failed', target_id: null })),
      ...accounts.map((id) => ({ ...event, account_id: id, outcome: 'succeeded', target_id: body.id })),
    ]);
  });

  it('Records nothing when no person has the address.', async () => {
    const count = async () => (await app.pool.query('SELECT FROM audit_events')).rowCount;
    const before = await count();
    await logIn({ email: 'nobody@acme.dev', password: PASSWORD });
    await app.deps.background.settled();
    expect(await count()).to.equal(before);
  });
});
