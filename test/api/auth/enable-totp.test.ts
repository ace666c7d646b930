// POST /auth/totp/enable, and the codes that count from then on.
import { expect } from 'chai';
import { MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import {
  createSession,
  PASSWORD,
  type SessionCredentials,
  signIn,
} from '../../support/factories/people-factories.ts';
import { answerChallenge, codeOf, enableSecondFactor, setUp, wrongCodeOf } from './second-factor.ts';
import { renewed, signInStateOf, signsInWith, statusOf } from './sign-in-state.ts';

const STEP_MS = 30_000;

describe('POST /auth/totp/enable', () => {
  const app = useApp();
  beforeEach(() => app.clock.advance(16 * MINUTE_MS));
  const signedIn = () => signIn(app.pool, { now: app.clock.now() });
  const enable = (session: SessionCredentials, code: unknown) =>
    app.asPerson(session).post('/auth/totp/enable').send({ code });

  /** Signs in with the password and then a code. @returns the status of the second step */
  async function answerWith(email: string, body: { code: string } | { recovery_code: string }) {
    const login = await app.asPerson().post('/auth/login').send({ email, password: PASSWORD });
    return (await answerChallenge(app, login, body)).status;
  }

  it('Enables the second factor by a code of the app and answers ten recovery codes; signing in asks for a code from then on.', async () => {
    const session = await signedIn();
    const secret = await setUp(app, session);
    const answer = await enable(session, codeOf(secret, app));
    expect(answer.status).to.equal(200);
    expect(answer.body).to.have.all.keys('object', 'codes').and.include({ object: 'recovery_codes' });
    const codes: string[] = answer.body.codes;
    expect(new Set(codes).size).to.equal(10);
    for (const code of codes) expect(code).to.match(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    const me = await app.asPerson(renewed(session, answer)).get('/auth/me');
    expect(me.body.person).to.include({ second_factor: true, recovery_codes_left: 10 });
    expect(await signsInWith(app, session.email, PASSWORD)).to.equal('totp_challenge');
  });

  it('Continues the session under a new cookie when the second factor is enabled or disabled, and ends every other session of the person.', async () => {
    const before = await signedIn();
    const { personId, accountId } = before;
    const another = () => createSession(app.pool, { personId, accountId, now: app.clock.now() });
    let other = await another();
    const { session: enabled } = await enableSecondFactor(app, before);
    expect([await statusOf(app, before), await statusOf(app, other)]).to.deep.equal([401, 401]);
    other = await another();
    const answer = await app.asPerson(enabled).post('/auth/totp/disable').send({ password: PASSWORD });
    expect(answer.body.person).to.include({ second_factor: false, recovery_codes_left: 0 });
    const disabled = renewed(enabled, answer);
    expect(await Promise.all([enabled, other, disabled].map((each) => statusOf(app, each)))).to.deep.equal([
      401, 401, 200,
    ]);
  });

  it('Accepts a code of the app up to one step of 30 seconds before or after its time.', async () => {
    const session = await signedIn();
    const secret = await setUp(app, session);
    for (const steps of [-2, 2])
      expect((await enable(session, codeOf(secret, app, steps))).status, `${steps} steps`).to.equal(422);
    expect((await enable(session, codeOf(secret, app, -1))).status).to.equal(200);
    expect(await answerWith(session.email, { code: codeOf(secret, app, 1) })).to.equal(200);
  });

  it('Accepts a code of the app once, also that by which it was enabled, and no code of an earlier step after it.', async () => {
    const session = await signedIn();
    const { secret } = await enableSecondFactor(app, session);
    const enabling = codeOf(secret, app);
    expect(await answerWith(session.email, { code: enabling })).to.equal(422);
    app.clock.advance(STEP_MS);
    const codes = [codeOf(secret, app, 1), codeOf(secret, app, 1), codeOf(secret, app)];
    const statuses = [];
    for (const code of codes) statuses.push(await answerWith(session.email, { code }));
    expect(statuses).to.deep.equal([200, 422, 422]);
  });

  it('Accepts a code of the app or a recovery code once when two requests show it at the same time.', async () => {
    const session = await signedIn();
    const { secret, codes } = await enableSecondFactor(app, session);
    app.clock.advance(STEP_MS);
    const code = codeOf(secret, app);
    const shown = await Promise.all([1, 2].map(() => answerWith(session.email, { code })));
    expect(shown.sort()).to.deep.equal([200, 422]);
    const body = { recovery_code: codes[0] ?? '' };
    const recovered = await Promise.all([1, 2].map(() => answerWith(session.email, body)));
    expect(recovered.sort()).to.deep.equal([200, 422]);
  });

  it('Accepts each recovery code once in place of a code of the app, in either case, with or without hyphens.', async () => {
    const session = await signedIn();
    const [one = '', two = ''] = (await enableSecondFactor(app, session)).codes;
    for (const [code, status] of [
      [one, 200],
      [one, 422],
      [` ${two.toUpperCase().replaceAll('-', '')} `, 200],
      [two, 422],
    ] as const)
      expect(await answerWith(session.email, { recovery_code: code })).to.equal(status);
    expect((await signInStateOf(app.pool, session.personId)).codes).to.equal(8);
  });

  it('Rejects a wrong code with validation_error 422 for the field code and changes nothing.', async () => {
    const session = await signedIn();
    const secret = await setUp(app, session);
    const before = await signInStateOf(app.pool, session.personId);
    const wrong = [wrongCodeOf(secret, app), `${codeOf(secret, app)}0`, '12345', 'abcdef', '１２３４５６'];
    for (const code of wrong) {
      const answer = await enable(session, code);
      expectError(answer, 422, 'validation_error');
      expect(answer.body.field).to.equal('code');
    }
    expect(await signInStateOf(app.pool, session.personId)).to.deep.equal(before);
    expectError(await enable(session, null), 422, 'missing_required_field');
    expectError(await enable(session, '1'.repeat(65)), 422, 'validation_error');
  });

  it('Rejects to enable a second factor that was not set up, or is enabled, with validation_error 422.', async () => {
    const session = await signedIn();
    expect(expectError(await enable(session, '123456'), 422, 'validation_error')).to.include(
      '/auth/totp/setup',
    );
    const secret = await setUp(app, session);
    const code = codeOf(secret, app);
    const answers = await Promise.all([enable(session, code), enable(session, code)]);
    expect(answers.map(({ status }) => status)).to.include(200);
    const enabled = answers.find(({ status }) => status === 200);
    const again = await enable(renewed(session, enabled ?? { headers: {} }), code);
    expectError(again, 422, 'validation_error');
    expect((await signInStateOf(app.pool, session.personId)).codes).to.equal(10);
  });
});
