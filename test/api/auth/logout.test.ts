// POST /auth/logout (docs/reference/auth.md#post-authlogout).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { createSession, signIn } from '../../support/factories/people-factories.ts';
import { cookieOf } from './cookies.ts';
import { statusOf } from './sign-in-state.ts';

describe('POST /auth/logout', () => {
  const app = useApp();

  it('Ends the session and removes its cookie.', async () => {
    const session = await signIn(app.pool, { now: app.clock.now(), role: 'viewer' });
    const other = await createSession(app.pool, { ...session, now: app.clock.now() });
    // The cookie is removed also when the session gets a new token with the same answer.
    await app.pool.query('UPDATE sessions SET must_rotate = true WHERE id = $1', [session.sessionId]);
    const answer = await app.asPerson(session).post('/auth/logout');
    expect(answer.status).to.equal(200);
    expect(answer.body).to.deep.equal({ object: 'session', id: session.sessionId, deleted: true });
    expect(cookieOf(answer, 'posthorn_session')).to.equal('');
    expect(String(answer.headers['set-cookie'])).to.include('Max-Age=0');
    expect(await statusOf(app, session)).to.equal(401);
    expect(await statusOf(app, other)).to.equal(200);
    const { rowCount } = await app.pool.query('SELECT FROM sessions WHERE id = $1', [session.sessionId]);
    expect(rowCount).to.equal(0);
  });
});
