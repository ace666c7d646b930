// POST /auth/reset.
import { expect } from 'chai';
import { HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import {
  createMember,
  createPerson,
  createSession,
  PASSWORD,
  signIn,
} from '../../support/factories/people-factories.ts';
import { createLink } from './links.ts';
import { answerChallenge, codeOf, enableSecondFactor, setUp } from './second-factor.ts';
import { eventsOf, renewed, signInStateOf, signsInWith, statusOf } from './sign-in-state.ts';

const NEW = 'a better horse battery';

describe('POST /auth/reset', () => {
  const app = useApp();
  const reset = (token: string, password = NEW) =>
    app.asPerson().post('/auth/reset').send({ token, password });
  const signedIn = (fields: Parameters<typeof signIn>[1] = {}) =>
    signIn(app.pool, { ...fields, now: app.clock.now() });

  it('Sets the password of a link and begins a session; every other session and every other link of the person ends.', async () => {
    const session = await signedIn();
    const { personId, email } = session;
    const token = await createLink(app, email);
    const another = await createLink(app, email);
    const answer = await reset(token);
    expect(answer.status).to.equal(200);
    expect(answer.body).to.deep.include({ object: 'session', account: answer.body.account });
    expect(answer.body.account.id).to.equal(session.accountId);
    expect(await statusOf(app, renewed(session, answer))).to.equal(200);
    expect(await statusOf(app, session)).to.equal(401);
    expect(await signInStateOf(app.pool, personId)).to.include({ sessions: 1, challenges: 0, links: 0 });
    expectError(await reset(another), 422, 'validation_error');
    expect(await signsInWith(app, email, PASSWORD)).to.equal('validation_error');
    expect(await signsInWith(app, email, NEW)).to.equal('session');
  });

  it('Rejects a link that is unknown, used, expired or for something else with validation_error 422 and changes nothing.', async () => {
    const { personId, email } = await signedIn();
    const expired = await createLink(app, email);
    app.clock.advance(HOUR_MS);
    const foreign = await createLink(app, email, { purpose: 'sign_in' });
    const ofUnknownPerson = await createLink(app, 'nobody@customer.dev');
    const used = await createLink(app, (await signedIn()).email);
    expect((await reset(used)).status).to.equal(200);
    const before = await signInStateOf(app.pool, personId);
    const messages = new Set<string>();
    for (const token of [expired, foreign, ofUnknownPerson, used, 'x'.repeat(43), '…']) {
      const answer = await reset(token);
      messages.add(expectError(answer, 422, 'validation_error'));
      expect(answer.body.field).to.equal('token');
    }
    expect([...messages]).to.have.length(1);
    expect(await signInStateOf(app.pool, personId)).to.deep.equal(before);
  });

  it('Sets the password once when requests with one link or with two links of the person come at the same time.', async () => {
    const { personId, email } = await signedIn();
    const one = await createLink(app, email);
    const two = await createLink(app, email);
    const answers = await Promise.all([one, two, one, two].map((token) => reset(token)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 422, 422, 422]);
    expect(await signInStateOf(app.pool, personId)).to.include({ sessions: 1, links: 0 });
  });

  it('Confirms the address of the person by a mailed link, and not by a link that an operator has seen.', async () => {
    const { personId, email } = await createMember(app.pool, { confirmedAt: null });
    const shown = await reset(await createLink(app, email, { isMailed: false }));
    expect(shown.body.person).to.include({ confirmed: false });
    const mailed = await reset(await createLink(app, email));
    expect(mailed.body.person).to.include({ confirmed: true });
    expect((await signInStateOf(app.pool, personId)).confirmed_at).to.deep.equal(app.clock.now());
  });

  it('Asks for the second factor after a reset, and begins no session before the code.', async () => {
    const member = await signedIn();
    const { secret } = await enableSecondFactor(app, member);
    const answer = await reset(await createLink(app, member.email));
    expect(answer.body).to.have.all.keys('object', 'expires_at').and.include({ object: 'totp_challenge' });
    expect(await signInStateOf(app.pool, member.personId)).to.include({ sessions: 0, challenges: 1 });
    app.clock.advance(30_000);
    const second = await answerChallenge(app, answer, { code: codeOf(secret, app) });
    expect(second.body).to.deep.include({ object: 'session' });
  });

  it('Removes a second factor that was set up before anybody had confirmed the address, when a mailed link confirms it.', async () => {
    const member = await signedIn({ confirmedAt: null });
    await enableSecondFactor(app, member);
    const shown = await reset(await createLink(app, member.email, { isMailed: false }));
    expect(shown.body.object).to.equal('totp_challenge');
    const answer = await reset(await createLink(app, member.email));
    expect(answer.body.person).to.include({ confirmed: true, second_factor: false, recovery_codes_left: 0 });
    expect(await signInStateOf(app.pool, member.personId)).to.include({
      totp_secret: null,
      totp_last_step: null,
      codes: 0,
      sessions: 1,
      challenges: 0,
    });
  });

  it('Drops a second factor that was never enabled when the password is reset.', async () => {
    const member = await signedIn();
    await setUp(app, member);
    await reset(await createLink(app, member.email));
    expect(await signInStateOf(app.pool, member.personId)).to.include({ totp_pending_secret: null });
  });

  it('Sets the password of a person who is not a member of any account, and refuses to sign in with validation_error 422.', async () => {
    const { id, email } = await createPerson(app.pool);
    const before = await signInStateOf(app.pool, id);
    const answer = await reset(await createLink(app, email));
    expect(expectError(answer, 422, 'validation_error')).to.include('no longer a member of any account');
    const after = await signInStateOf(app.pool, id);
    expect(after.password_hash).to.not.equal(before.password_hash);
    expect(after).to.include({ sessions: 0, links: 0 });
  });

  it('Ends the session that the client of a reset had before, also that of another person.', async () => {
    const stranger = await signedIn();
    const { email } = await signedIn();
    const token = await createLink(app, email);
    const answer = await app.asPerson(stranger).post('/auth/reset').send({ token, password: NEW });
    expect(answer.body.person.email).to.equal(email);
    expect(await statusOf(app, stranger)).to.equal(401);
  });

  it('Leaves an audit event of a reset in each account of the person.', async () => {
    const { personId, accountId, email } = await signedIn();
    const { accountId: secondId } = await createMember(app.pool, { personId, role: 'viewer' });
    await createSession(app.pool, { personId, accountId });
    await reset(await createLink(app, email));
    const events = await eventsOf(app.pool, personId);
    expect(events.map(({ account_id }) => account_id)).to.deep.equal([accountId, secondId].sort());
    expect(events[0]).to.include({ actor_id: personId, operation: 'resetPassword', outcome: 'succeeded' });
  });
});
