// POST /auth/totp/setup.
import { expect } from 'chai';
import { MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { PASSWORD, signIn } from '../../support/factories/people-factories.ts';
import { codeOf, enableSecondFactor, setUp, wrongCodeOf } from './second-factor.ts';
import { eventsOf, signInStateOf, signsInWith, statusOf } from './sign-in-state.ts';

describe('POST /auth/totp/setup', () => {
  const app = useApp();
  beforeEach(() => app.clock.advance(16 * MINUTE_MS));
  const signedIn = () => signIn(app.pool, { now: app.clock.now() });
  const post = (session: Parameters<typeof app.asPerson>[0], body: object) =>
    app.asPerson(session).post('/auth/totp/setup').send(body);

  it('Answers a secret and its otpauth URI for an authenticator app; signing in asks for no code yet.', async () => {
    const session = await signedIn();
    const { status, body } = await post(session, { password: PASSWORD });
    expect(status).to.equal(200);
    expect(body).to.have.all.keys('object', 'secret', 'uri').and.include({ object: 'totp_setup' });
    expect(body.secret).to.match(/^[A-Z2-7]{32}$/);
    const uri = new URL(body.uri);
    expect(decodeURIComponent(uri.href))
      .to.match(/^otpauth:\/\/totp\/Posthorn:/)
      .and.include(session.email);
    expect(Object.fromEntries(uri.searchParams)).to.include({ secret: body.secret, issuer: 'Posthorn' });
    expect(await signsInWith(app, session.email, PASSWORD)).to.equal('session');
    expect(await statusOf(app, session)).to.equal(200);
  });

  it('Replaces a secret that was never enabled: only codes of the newest one count.', async () => {
    const session = await signedIn();
    const first = await setUp(app, session);
    const second = await setUp(app, session);
    expect(first).to.not.equal(second);
    const enable = (code: string) => app.asPerson(session).post('/auth/totp/enable').send({ code });
    expectError(await enable(codeOf(first, app)), 422, 'validation_error');
    expect((await enable(codeOf(second, app))).status).to.equal(200);
  });

  it('Rejects to set up a second factor with a wrong password with validation_error 422, and stores no secret.', async () => {
    const session = await signedIn();
    const answer = await post(session, { password: 'wrong horse battery' });
    expectError(answer, 422, 'validation_error');
    expect(answer.body.field).to.equal('password');
    expectError(await post(session, {}), 422, 'missing_required_field');
    expect(await signInStateOf(app.pool, session.personId)).to.include({ totp_pending_secret: null });
  });

  it('Rejects to set up a second factor while one is enabled with validation_error 422, and the enabled one stays.', async () => {
    const { session, secret } = await enableSecondFactor(app, await signedIn());
    expectError(await post(session, { password: PASSWORD }), 422, 'validation_error');
    const enable = await app
      .asPerson(session)
      .post('/auth/totp/enable')
      .send({ code: wrongCodeOf(secret, app) });
    expectError(enable, 422, 'validation_error');
  });

  it('Leaves an audit event in each account of the person when a second factor is set up, enabled or disabled.', async () => {
    const before = await signedIn();
    const { session } = await enableSecondFactor(app, before);
    await app.asPerson(session).post('/auth/totp/disable').send({ password: PASSWORD });
    const events = await eventsOf(app.pool, before.personId);
    expect(events.map(({ operation }) => operation)).to.deep.equal([
      'disableTotp',
      'enableTotp',
      'setUpTotp',
    ]);
    for (const event of events)
      expect(event).to.include({ account_id: before.accountId, actor_id: before.personId });
  });
});
