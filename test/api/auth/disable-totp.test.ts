// POST /auth/totp/disable.
import { expect } from 'chai';
import { MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { PASSWORD, type SessionCredentials, signIn } from '../../support/factories/people-factories.ts';
import { enableSecondFactor } from './second-factor.ts';
import { signInStateOf, signsInWith } from './sign-in-state.ts';

describe('POST /auth/totp/disable', () => {
  const app = useApp();
  beforeEach(() => app.clock.advance(16 * MINUTE_MS));
  const signedIn = () => signIn(app.pool, { now: app.clock.now() });
  const disable = (session: SessionCredentials, body: object) =>
    app.asPerson(session).post('/auth/totp/disable').send(body);

  it('Disables the second factor with the password and removes its recovery codes; it can be set up again.', async () => {
    const { email, personId, ...before } = await signedIn();
    const { session } = await enableSecondFactor(app, before);
    expect(await signsInWith(app, email, PASSWORD)).to.equal('totp_challenge');
    const answer = await disable(session, { password: PASSWORD });
    expect(answer.status).to.equal(200);
    expect(answer.body).to.include({ object: 'session', id: before.sessionId });
    const none = { totp_secret: null, totp_last_step: null, codes: 0, challenges: 0 };
    expect(await signInStateOf(app.pool, personId)).to.include(none);
    expect(await signsInWith(app, email, PASSWORD)).to.equal('session');
    const again = await signIn(app.pool, { personId, now: app.clock.now() });
    expect((await enableSecondFactor(app, again)).codes).to.have.length(10);
  });

  it('Rejects to disable the second factor with a wrong password with validation_error 422, and changes nothing.', async () => {
    const { personId, ...before } = await signedIn();
    const { session } = await enableSecondFactor(app, before);
    const state = await signInStateOf(app.pool, personId);
    const answer = await disable(session, { password: 'wrong horse battery' });
    expectError(answer, 422, 'validation_error');
    expect(answer.body.field).to.equal('password');
    expect(await signInStateOf(app.pool, personId)).to.deep.equal(state);
  });

  it('Rejects to disable a second factor that does not exist with validation_error 422.', async () => {
    expectError(await disable(await signedIn(), { password: PASSWORD }), 422, 'validation_error');
  });
});
