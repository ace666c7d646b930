// POST /auth/password.
import { expect } from 'chai';
import { MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import {
  createMember,
  createSession,
  PASSWORD,
  type SessionCredentials,
  signIn,
} from '../../support/factories/people-factories.ts';
import { createLink } from './links.ts';
import { enableSecondFactor, setUp } from './second-factor.ts';
import { eventsOf, renewed, signInStateOf, signsInWith, statusOf } from './sign-in-state.ts';

const NEW = 'a better horse battery';

describe('POST /auth/password', () => {
  const app = useApp();
  // Wrong passwords of one test do not count in the next one.
  beforeEach(() => app.clock.advance(16 * MINUTE_MS));
  const signedIn = () => signIn(app.pool, { now: app.clock.now() });
  const change = (session: SessionCredentials, body: object) =>
    app.asPerson(session).post('/auth/password').send(body);

  it('Changes the password, so that signing in takes only the new one.', async () => {
    const session = await signedIn();
    const answer = await change(session, { current_password: PASSWORD, password: NEW });
    expect(answer.status).to.equal(200);
    expect(await signsInWith(app, session.email, PASSWORD)).to.equal('validation_error');
    expect(await signsInWith(app, session.email, NEW)).to.equal('session');
  });

  it('Answers a change of the password with the same session under a new cookie, and refuses the old cookie.', async () => {
    const session = await signedIn();
    const answer = await change(session, { current_password: PASSWORD, password: NEW });
    expect(answer.body).to.include({
      object: 'session',
      id: session.sessionId,
      csrf_token: session.csrfToken,
    });
    expect(await statusOf(app, renewed(session, answer))).to.equal(200);
    expect(await statusOf(app, session)).to.equal(401);
  });

  it('Ends every other session of the person with a new password, and makes links to reset the password invalid.', async () => {
    const session = await signedIn();
    const { personId, accountId, email } = session;
    const other = await createSession(app.pool, { personId, accountId, now: app.clock.now() });
    const stranger = await signedIn();
    const token = await createLink(app, email);
    await change(session, { current_password: PASSWORD, password: NEW });
    expect(await statusOf(app, other)).to.equal(401);
    expect(await statusOf(app, stranger)).to.equal(200);
    const reset = await app.asPerson().post('/auth/reset').send({ token, password: PASSWORD });
    expectError(reset, 422, 'validation_error');
    expect(await signInStateOf(app.pool, personId)).to.include({ sessions: 1, challenges: 0, links: 0 });
  });

  it('Rejects a wrong current password in the words of a failed sign-in and changes nothing.', async () => {
    const session = await signedIn();
    const before = await signInStateOf(app.pool, session.personId);
    const answer = await change(session, { current_password: 'wrong horse battery', password: NEW });
    const message = expectError(answer, 422, 'validation_error');
    expect(answer.body.field).to.equal('current_password');
    const login = await app.asPerson().post('/auth/login').send({ email: session.email, password: 'wrong' });
    expect(message).to.equal(login.body.message);
    expect(await signInStateOf(app.pool, session.personId)).to.deep.equal(before);
    expect(await statusOf(app, session)).to.equal(200);
    expect(await eventsOf(app.pool, session.personId)).to.deep.equal([]);
  });

  it('Counts wrong passwords and codes of a signed-in person as failed sign-ins: after ten, even the right one is rate_limit_exceeded 429.', async () => {
    const before = await signedIn();
    const wrong = 'wrong horse battery';
    const repeat = (times: number, session: SessionCredentials, path: string, body: object) =>
      Promise.all(
        Array.from({ length: times }, async () => (await app.asPerson(session).post(path).send(body)).status),
      );
    const statuses = await repeat(3, before, '/auth/password', { current_password: wrong, password: NEW });
    statuses.push(...(await repeat(2, before, '/auth/totp/setup', { password: wrong })));
    await setUp(app, before);
    statuses.push(...(await repeat(2, before, '/auth/totp/enable', { code: 'wrong' })));
    const { session } = await enableSecondFactor(app, before);
    statuses.push(...(await repeat(4, session, '/auth/totp/disable', { password: wrong })));
    expect(statuses.sort()).to.deep.equal([...Array(10).fill(422), 429]);
    const right = await change(session, { current_password: PASSWORD, password: NEW });
    expectError(right, 429, 'rate_limit_exceeded');
    expect(Number(right.headers['retry-after'])).to.be.within(1, 15 * 60);
    expect(await signsInWith(app, before.email, PASSWORD)).to.equal('rate_limit_exceeded');
  });

  it('Changes the password once when two requests change it at the same time.', async () => {
    const session = await signedIn();
    const { personId, accountId } = session;
    const other = await createSession(app.pool, { personId, accountId, now: app.clock.now() });
    const answers = await Promise.all(
      [session, other].map((each) => change(each, { current_password: PASSWORD, password: NEW })),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).to.have.length(1);
    // It has lost its session, or its password is no longer the present one.
    expect(refused[0]?.status).to.be.oneOf([401, 404, 422]);
    expect(await signInStateOf(app.pool, personId)).to.include({ sessions: 1 });
  });

  it('Leaves an audit event of a new password in each account of the person.', async () => {
    const session = await signedIn();
    const { personId } = session;
    const { accountId: secondId } = await createMember(app.pool, { personId, role: 'viewer' });
    await change(session, { current_password: PASSWORD, password: NEW });
    const event = { actor_type: 'person', actor_id: personId, operation: 'changePassword' };
    const common = { ...event, outcome: 'succeeded', target_id: personId, address: '127.0.0.1' };
    expect(await eventsOf(app.pool, personId)).to.deep.equal(
      [session.accountId, secondId].sort().map((account_id) => ({ account_id, ...common })),
    );
  });
});
