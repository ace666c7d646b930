// POST /auth/totp (docs/reference/auth.md#post-authtotp).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { PASSWORD, type SessionCredentials, signIn } from '../../support/factories/people-factories.ts';
import { cookieOf, credentialsOf, setCookiesOf } from './cookies.ts';
import { createLink } from './links.ts';
import { codeOf, enableSecondFactor, wrongCodeOf } from './second-factor.ts';
import { signInEventsOf, signInStateOf, statusOf } from './sign-in-state.ts';

const MINUTE_MS = 60_000;

describe('POST /auth/totp', () => {
  const app = useApp();
  // Failures of one test do not count in the next one, and no code was used in these minutes.
  beforeEach(() => app.clock.advance(16 * MINUTE_MS));

  /** A person with a second factor, whose codes until now are used up. */
  const createPerson = async () => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const enabled = await enableSecondFactor(app, session);
    app.clock.advance(MINUTE_MS);
    return { ...session, ...enabled };
  };
  /** @returns the token of a challenge */
  const challenge = async (email: string) => {
    const answer = await app.asPerson().post('/auth/login').send({ email, password: PASSWORD });
    return cookieOf(answer, 'posthorn_challenge') ?? expect.fail(JSON.stringify(answer.body));
  };
  const answerWith = (token: string | undefined, body: object) => {
    const request = app.asPerson().post('/auth/totp');
    if (token !== undefined) request.set('Cookie', `posthorn_challenge=${token}`);
    return request.send(body);
  };

  it('Signs in with the code of the app after the password, and answers the session.', async () => {
    const { email, personId, secret } = await createPerson();
    const token = await challenge(email);
    const answer = await answerWith(token, { code: codeOf(secret, app) });
    expect(answer.body).to.include({ object: 'session' });
    expect(answer.body.person).to.include({ id: personId, second_factor: true, recovery_codes_left: 10 });
    expect(credentialsOf(answer).token).not.to.equal(token);
    expect(await statusOf(app, credentialsOf(answer))).to.equal(200);
    expect(cookieOf(answer, 'posthorn_challenge')).to.equal('');
    expect((await signInStateOf(app.pool, personId)).challenges).to.equal(0);
  });

  it('Signs in with a recovery code in place of the code.', async () => {
    const { email, codes } = await createPerson();
    const [code = ''] = codes;
    const answer = await answerWith(await challenge(email), {
      recovery_code: code.toUpperCase(),
      code: null,
    });
    expect(answer.body.person.recovery_codes_left).to.equal(9);
    const again = await answerWith(await challenge(email), { recovery_code: code });
    expectError(again, 422, 'validation_error');
  });

  it('Rejects a wrong code in the same words as a wrong password, and counts it as a failure of the address.', async () => {
    const { email, personId, secret } = await createPerson();
    const wrong = await app.asPerson().post('/auth/login').send({ email, password: 'wrong' });
    const token = await challenge(email);
    for (const body of [{ code: wrongCodeOf(secret, app) }, { recovery_code: 'aaaa-bbbb-cccc-dddd' }]) {
      const answer = await answerWith(token, body);
      expect(answer.body).to.deep.equal(wrong.body);
      expectError(answer, 422, 'validation_error');
      expect(setCookiesOf(answer, 'posthorn_session')).to.deep.equal([]);
    }
    const code = wrongCodeOf(secret, app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => answerWith(token, { code })));
    expect(answers.filter(({ status }) => status === 422)).to.have.length(7);
    expect(answers.filter(({ status }) => status === 429)).to.have.length(13);
    expectError(await answerWith(token, { code: codeOf(secret, app) }), 429, 'rate_limit_exceeded');
    const right = await app.asPerson().post('/auth/login').send({ email, password: PASSWORD });
    expectError(right, 429, 'rate_limit_exceeded');
    expect((await signInStateOf(app.pool, personId)).sessions).to.equal(1);
  });

  it('Signs in once with a challenge, however many requests answer it at the same time.', async () => {
    const { email, personId, secret, codes } = await createPerson();
    const token = await challenge(email);
    const bodies = [
      { code: codeOf(secret, app) },
      ...codes.slice(0, 5).map((code) => ({ recovery_code: code })),
    ];
    const answers = await Promise.all(bodies.map((body) => answerWith(token, body)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 422, 422, 422, 422, 422]);
    const state = await signInStateOf(app.pool, personId);
    expect(state.sessions).to.equal(2);
    // A recovery code that did not sign in is still there.
    const usedUp = answers[0]?.status === 200 ? 0 : 1;
    expect(state.codes).to.equal(10 - usedUp);
  });

  it('Rejects a code without a challenge, or for one that is answered or older than five minutes, with validation_error 422.', async () => {
    const { email, secret } = await createPerson();
    const answered = await challenge(email);
    expect((await answerWith(answered, { code: codeOf(secret, app) })).status).to.equal(200);
    const late = await challenge(email);
    app.clock.advance(5 * MINUTE_MS - 1);
    const inTime = codeOf(secret, app);
    app.clock.advance(1);
    for (const token of [undefined, '', 'x', '=;', 'x'.repeat(43), answered, late]) {
      const answer = await answerWith(token, { code: inTime });
      expect(expectError(answer, 422, 'validation_error')).to.include('Sign in with your password first');
    }
    expect((await answerWith(await challenge(email), { code: inTime })).status).to.equal(200);
  });

  it('Rejects a code for a challenge that was begun with an old password with validation_error 422, whether the new one was set by a change or by a reset.', async () => {
    for (const setPassword of [
      (session: SessionCredentials) =>
        app
          .asPerson(session)
          .post('/auth/password')
          .send({ current_password: PASSWORD, password: 'a better horse battery' }),
      async ({ email }: { email: string }) =>
        app
          .asPerson()
          .post('/auth/reset')
          .send({ token: await createLink(app, email), password: 'a better horse battery' }),
    ]) {
      const { email, secret, session } = await createPerson();
      const token = await challenge(email);
      expect((await setPassword({ ...session, email })).status).to.equal(200);
      const answer = await answerWith(token, { code: codeOf(secret, app) });
      expect(expectError(answer, 422, 'validation_error')).to.include('Sign in with your password first');
    }
  });

  it('Records the second factor, right or wrong, in the audit log of each account of the person.', async () => {
    const { email, personId, accountId, secret } = await createPerson();
    const token = await challenge(email);
    await answerWith(token, { code: wrongCodeOf(secret, app) });
    const { body } = await answerWith(token, { code: codeOf(secret, app) });
    const events = (await signInEventsOf(app.pool, personId)).map((event) => [
      event.account_id,
      event.operation,
      event.outcome,
      event.target_id,
    ]);
    expect(events).to.deep.equal([
      [accountId, 'answerTotpChallenge', 'failed', null],
      [accountId, 'answerTotpChallenge', 'succeeded', body.id],
      [accountId, 'login', 'succeeded', null],
    ]);
  });
});
