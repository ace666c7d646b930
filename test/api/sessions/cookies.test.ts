// Cookies of sessions and challenges (docs/reference/auth.md#sessions).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { createMember, PASSWORD, signIn } from '../../support/factories/people-factories.ts';
import { cookieOf, setCookiesOf } from '../auth/cookies.ts';
import { answerChallenge, codeOf, enableSecondFactor } from '../auth/second-factor.ts';

const SECONDS_OF_90_DAYS = 90 * 24 * 60 * 60;

describe('The cookies', () => {
  const app = useApp({ config: { publicUrl: 'http://mail.acme.dev' } });
  const secure = useApp({ config: { publicUrl: 'https://mail.acme.dev' } });

  /** The attributes of the only line that sets a cookie, without the time, which Max-Age says too. */
  const attributesOf = (answer: Parameters<typeof setCookiesOf>[0], name: string) => {
    const [line = '', ...others] = setCookiesOf(answer, name);
    expect(others).to.deep.equal([]);
    return line
      .split('; ')
      .slice(1)
      .filter((attribute) => !attribute.startsWith('Expires='));
  };

  it('Sets the cookies of a session and of a challenge so that no script can read them and no other site sends them.', async () => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { secret } = await enableSecondFactor(app, session);
    app.clock.advance(60_000);
    const first = await app.asPerson().post('/auth/login').send({ email: session.email, password: PASSWORD });
    const common = ['Path=/', 'HttpOnly', 'SameSite=Lax'];
    expect(attributesOf(first, 'posthorn_challenge')).to.have.members(['Max-Age=300', ...common]);
    const second = await answerChallenge(app, first, { code: codeOf(secret, app) });
    expect(cookieOf(second, 'posthorn_session')).to.match(/^[\w-]{43}$/);
    expect(attributesOf(second, 'posthorn_session')).to.have.members([
      `Max-Age=${SECONDS_OF_90_DAYS}`,
      ...common,
    ]);
    expect(attributesOf(second, 'posthorn_challenge')).to.have.members(['Max-Age=0', ...common]);
  });

  it('Names the cookies with the prefix __Host- and sets them for TLS only, if PUBLIC_URL begins with https.', async () => {
    const { email } = await createMember(secure.pool);
    const answer = await secure.asPerson().post('/auth/login').send({ email, password: PASSWORD });
    const name = '__Host-posthorn_session';
    const attributes = ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'];
    expect(attributesOf(answer, name)).to.have.members([`Max-Age=${SECONDS_OF_90_DAYS}`, ...attributes]);
    expect(attributesOf(answer, '__Host-posthorn_challenge')).to.have.members(['Max-Age=0', ...attributes]);
    const token = cookieOf(answer, name);
    const ask = async (cookie: string) =>
      (await secure.asPerson().get('/auth/me').set('Cookie', cookie)).status;
    expect(await ask(`${name}=${token}`)).to.equal(200);
    // A cookie without the prefix may be set by another host of the site.
    expect(await ask(`posthorn_session=${token}`)).to.equal(401);
  });
});
