// POST /auth/accept, where a person has the address already: no one gets into the sign-in of another person by a link
// (docs/reference/invitations.md#accepting-an-invitation).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createInvitation } from '../../support/factories/invitation-factories.ts';
import { createSession, PASSWORD, signIn } from '../../support/factories/people-factories.ts';
import { cookieOf, credentialsOf } from './cookies.ts';
import { createLink } from './links.ts';
import { answerChallenge, codeOf, enableSecondFactor } from './second-factor.ts';
import { signInStateOf, signsInWith, statusOf } from './sign-in-state.ts';

const MINUTE_MS = 60_000;
const NEW = 'a good enough one';
const WRONG = 'The address, the password or the code is wrong.';

describe('POST /auth/accept, where the address belongs to a person', () => {
  const app = useApp();
  // Failures of one test do not count in the next one.
  beforeEach(() => app.clock.advance(16 * MINUTE_MS));
  const now = () => app.clock.now();
  const send = (body: object) => app.asPerson().post('/auth/accept').send(body);
  /** A person in an account of their own, who is invited to another one. */
  const createInvited = async (fields: Parameters<typeof signIn>[1] = {}) => {
    const person = await signIn(app.pool, { now: now(), ...fields });
    const invitation = await createInvitation(app.pool, { email: person.email, role: 'admin', now: now() });
    return { person, invitation };
  };
  const accountsOf = async (personId: string) => {
    const { rows } = await app.pool.query(
      'SELECT account_id, role FROM members WHERE person_id = $1 ORDER BY id',
      [personId],
    );
    return rows.map(({ account_id, role }) => [account_id, role]);
  };
  const nameOf = async (personId: string) =>
    (await app.pool.query('SELECT name FROM people WHERE id = $1', [personId])).rows[0]?.name;

  it('Makes an existing person a member after their own password, and ignores the name.', async () => {
    for (const link of ['shownToken', 'mailedToken'] as const) {
      const { person, invitation } = await createInvited();
      const before = await signInStateOf(app.pool, person.personId);
      const answer = await send({ token: invitation[link], name: 'Mallory', password: PASSWORD });
      expect(answer.status).to.equal(200);
      expect(answer.body.account.id).to.equal(invitation.accountId);
      expect(answer.body.person.name).to.equal('Ada Lovelace');
      expect(await accountsOf(person.personId)).to.deep.equal([
        [person.accountId, 'owner'],
        [invitation.accountId, 'admin'],
      ]);
      expect(await signInStateOf(app.pool, person.personId)).to.deep.equal({
        ...before,
        sessions: 2,
        links: 0,
      });
      expect(await statusOf(app, person)).to.equal(200);
    }
  });

  it('Rejects another password than that of the existing person with validation_error 422, by either link, and records it as a failed sign-in.', async () => {
    const { person, invitation } = await createInvited();
    const { shownToken, mailedToken } = invitation;
    const before = await signInStateOf(app.pool, person.personId);
    for (const token of [shownToken, mailedToken]) {
      const answer = await send({ token, name: 'Mallory', password: NEW });
      expect(expectError(answer, 422, 'validation_error')).to.equal(WRONG);
      expect(answer.body.field).to.equal('password');
      expect(answer.headers).not.to.have.property('set-cookie');
      const without = await send({ token, name: 'Mallory' });
      expectError(without, 422, 'missing_required_field');
    }
    expect(await signInStateOf(app.pool, person.personId)).to.deep.equal(before);
    expect(await nameOf(person.personId)).to.equal('Ada Lovelace');
    expect(await accountsOf(person.personId)).to.deep.equal([[person.accountId, 'owner']]);
    const { rows } = await app.pool.query(
      'SELECT account_id, operation, outcome FROM audit_events WHERE actor_id = $1',
      [person.personId],
    );
    const failed = { account_id: person.accountId, operation: 'acceptInvitation', outcome: 'failed' };
    expect(rows).to.deep.equal([failed, failed]);
    await send({ token: shownToken, password: PASSWORD }).expect(200);
  });

  it('Limits wrong passwords as signing in does: ten in 15 minutes for an address.', async () => {
    const { person, invitation } = await createInvited();
    const { shownToken: token } = invitation;
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ token, password: NEW })));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(10).fill(422));
    const refused = await send({ token, password: PASSWORD });
    expectError(refused, 429, 'rate_limit_exceeded');
    expect(refused.headers['retry-after']).to.equal('900');
    expect(await signsInWith(app, person.email, PASSWORD)).to.equal('rate_limit_exceeded');
    app.clock.advance(15 * MINUTE_MS);
    await send({ token, password: PASSWORD }).expect(200);
  });

  it('Answers an existing person who has a second factor with the challenge; the person is a member already.', async () => {
    const { person, invitation } = await createInvited();
    const { secret } = await enableSecondFactor(app, person);
    app.clock.advance(MINUTE_MS);
    const answer = await send({ token: invitation.mailedToken, password: PASSWORD });
    expect(answer.status).to.equal(200);
    expect(answer.body).to.have.all.keys('object', 'expires_at');
    expect(answer.body.object).to.equal('totp_challenge');
    expect(cookieOf(answer, 'posthorn_session')).to.equal(undefined);
    expect(await accountsOf(person.personId)).to.have.length(2);
    const signedIn = await answerChallenge(app, answer, { code: codeOf(secret, app) });
    expect(signedIn.body.accounts).to.have.length(2);
  });

  it('Gives an address that was never proven to the bearer of the mailed link: name and password are new, the second factor and all sessions of before are gone.', async () => {
    const { person, invitation } = await createInvited({ confirmedAt: null, name: 'Mallory' });
    const { personId, email } = person;
    const factor = await enableSecondFactor(app, person);
    const second = await createSession(app.pool, { ...person, now: now() });
    const elsewhere = await signIn(app.pool, { personId, now: now() });
    const challenge = await app.asPerson().post('/auth/login').send({ email, password: PASSWORD });
    expect(challenge.body.object).to.equal('totp_challenge');
    const reset = await createLink(app, email, { isMailed: false });
    const missing = await send({ token: invitation.mailedToken, password: PASSWORD });
    expectError(missing, 422, 'missing_required_field');
    const answer = await send({ token: invitation.mailedToken, name: 'Bo', password: NEW });
    expect(answer.body.object).to.equal('session');
    expect(answer.body.person).to.deep.equal({
      id: personId,
      email,
      name: 'Bo',
      confirmed: true,
      second_factor: false,
      recovery_codes_left: 0,
    });
    for (const session of [factor.session, second, elsewhere])
      expect(await statusOf(app, session)).to.equal(401);
    expect(await statusOf(app, credentialsOf(answer))).to.equal(200);
    expect(await signInStateOf(app.pool, personId)).to.include({
      totp_secret: null,
      totp_pending_secret: null,
      totp_last_step: null,
      codes: 0,
      sessions: 1,
      challenges: 0,
      links: 0,
    });
    expect(await signsInWith(app, email, PASSWORD)).to.equal('validation_error');
    expect(await signsInWith(app, email, NEW)).to.equal('session');
    const reused = await app.asPerson().post('/auth/reset').send({ token: reset, password: PASSWORD });
    expectError(reused, 422, 'validation_error');
    const { rows } = await app.pool.query(
      `SELECT account_id FROM audit_events WHERE actor_id = $1 AND operation = 'acceptInvitation'`,
      [personId],
    );
    const concerned = [person.accountId, elsewhere.accountId, invitation.accountId];
    expect(rows.map(({ account_id }) => account_id)).to.have.members(concerned);
  });

  it('Asks for the password of a person who has not proven the address when the link is the shown one, and changes nothing else.', async () => {
    const { person, invitation } = await createInvited({ confirmedAt: null });
    const { shownToken: token } = invitation;
    const before = await signInStateOf(app.pool, person.personId);
    expectError(await send({ token, name: 'Mallory', password: NEW }), 422, 'validation_error');
    const answer = await send({ token, name: 'Mallory', password: PASSWORD });
    expect(answer.body.person).to.include({ name: 'Ada Lovelace', confirmed: false });
    expect(await signInStateOf(app.pool, person.personId)).to.deep.equal({
      ...before,
      sessions: 2,
      links: 0,
    });
    expect(await accountsOf(person.personId)).to.have.length(2);
  });

  it('Refuses to accept for a person who has no password yet, until the person has reset it.', async () => {
    const { person, invitation } = await createInvited({ hasPassword: false });
    for (const password of ['', 'null', 'undefined', PASSWORD, NEW]) {
      const answer = await send({ token: invitation.shownToken, name: 'Mallory', password });
      expectError(answer, 422, password === '' ? 'missing_required_field' : 'validation_error');
    }
    const reset = await createLink(app, person.email);
    await app.asPerson().post('/auth/reset').send({ token: reset, password: NEW }).expect(200);
    await send({ token: invitation.shownToken, password: NEW }).expect(200);
  });
});
