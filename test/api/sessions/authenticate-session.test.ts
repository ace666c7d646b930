// Authentication by session (docs/reference/auth.md#sessions): lifetime, rotation, removal, odd cookies.
import { expect } from 'chai';
import type { Role } from '../../../shared/contract/members/values.ts';
import { rotateSessionsSoon } from '../../../shared/resources/foundation/sessions/rotate.ts';
import { enter, usePerson } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createAccount } from '../../support/factories/factories.ts';
import {
  createMember,
  createSession,
  type SessionCredentials,
} from '../../support/factories/people-factories.ts';
import { beginPost } from '../../support/net/slow-post.ts';
import { eventually } from '../../support/time/eventually.ts';
import { cookieOf } from '../auth/cookies.ts';
import { statusOf } from '../auth/sign-in-state.ts';

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

describe('A session', () => {
  const app = useApp();
  const session = usePerson(app);
  const ask = (credentials: SessionCredentials) => app.asPerson(credentials).get('/auth/me');
  const askWithCookies = (cookies: string) => app.asPerson().get('/auth/me').set('Cookie', cookies);
  const recorded = () => app.deps.background.settled();

  it('Accepts the cookie of a session in place of an API key.', async () => {
    const { body } = await session.api.get('/audiences');
    expect(body.data).to.have.length(1);
    const created = await session.api.post('/audiences').send({ name: 'News' });
    expect(created.status).to.equal(201);
    const { rows } = await app.pool.query('SELECT account_id FROM audiences WHERE id = $1', [
      created.body.id,
    ]);
    expect(rows).to.deep.equal([{ account_id: session.accountId }]);
  });

  it('Ends a session that was not used for 14 days.', async () => {
    for (let use = 0; use < 2; use += 1) {
      app.clock.advance(14 * DAY_MS - 1);
      expect(await statusOf(app, session)).to.equal(200);
      await recorded();
      const end = new Date(app.clock.now().getTime() + 14 * DAY_MS);
      expect((await ask(session)).body.expires_at).to.equal(end.toISOString());
    }
    app.clock.advance(14 * DAY_MS);
    expectError(await ask(session), 401, 'missing_api_key');
  });

  it('Ends a session 90 days after signing in, however often it is used.', async () => {
    for (let day = 0; day < 89; day += 10) {
      app.clock.advance((day < 80 ? 10 : 9) * DAY_MS);
      expect(await statusOf(app, session)).to.equal(200);
      await recorded();
    }
    app.clock.advance(DAY_MS - 1);
    expect(await statusOf(app, session)).to.equal(200);
    await recorded();
    app.clock.advance(1);
    expectError(await ask(session), 401, 'missing_api_key');
  });

  describe('Answers a request whose session has ended, or whose cookie is no session, with missing_api_key 401.', () => {
    it('an ended session, on a read and on a write', async () => {
      await session.api.post('/auth/logout');
      const writing = session.api.post('/audiences').send({ name: 'News' });
      for (const answer of [await ask(session), await writing]) {
        expectError(answer, 401, 'missing_api_key');
        expect(answer.headers['www-authenticate']).to.equal('Bearer');
      }
    });

    it('a cookie that is no session', async () => {
      for (const cookies of [
        '',
        ';;; =; ==',
        'posthorn_session',
        'posthorn_session=',
        `posthorn_session=${'x'.repeat(43)}`,
        `posthorn_session="${'x'.repeat(43)}"`,
        `posthorn_session=${'x'.repeat(10_000)}`,
        'posthorn_session=%00',
        "posthorn_session=' OR 1=1 --",
        `posthorn_session=${'é'.repeat(43)}`,
      ])
        expectError(await askWithCookies(cookies), 401, 'missing_api_key');
    });

    it('a token as a part of another value, or in another letter case', async () => {
      const { token } = session;
      const swapped = token === token.toLowerCase() ? token.toUpperCase() : token.toLowerCase();
      for (const cookies of [
        `posthorn_session=${token}x`,
        `posthorn_session=${token}=`,
        `posthorn_session=${token}=x`,
        `posthorn_session=${token.slice(1)}`,
        `posthorn_session=${swapped}`,
        `Posthorn_Session=${token}`,
        `xposthorn_session=${token}`,
        `a=posthorn_session=${token}`,
      ])
        expectError(await askWithCookies(cookies), 401, 'missing_api_key');
    });
  });

  it('Reads the first of several cookies of a session.', async () => {
    const own = `posthorn_session=${session.token}`;
    const none = `posthorn_session=${'x'.repeat(43)}`;
    expect((await askWithCookies(`a=b; ${own};${none}; c=d`)).body.id).to.equal(session.sessionId);
    expectError(await askWithCookies(`${none}; ${own}`), 401, 'missing_api_key');
  });

  it('Refuses the session of a person who is not a member of its account any more from the next request on.', async () => {
    const other = await enter(app, { personId: session.personId });
    await app.pool.query('DELETE FROM members WHERE id = $1', [session.memberId]);
    expectError(await ask(session), 401, 'missing_api_key');
    expect((await ask(other)).body.accounts).to.have.length(1);
  });

  /** As a change by another person does. */
  const setRole = async (role: Role) => {
    await app.pool.query('UPDATE members SET role = $2 WHERE id = $1', [session.memberId, role]);
    await rotateSessionsSoon(app.pool, session);
  };

  it('Applies another role from the next request on, and gives the session another token with its answer.', async () => {
    await setRole('viewer');
    const refused = await session.api.post('/audiences').send({ name: 'News' });
    expectError(refused, 403, 'view_only_member');
    const token = cookieOf(refused, 'posthorn_session') ?? '';
    expect(token)
      .to.match(/^[\w-]{43}$/)
      .and.not.equal(session.token);
    const next = await ask({ csrfToken: session.csrfToken, token });
    expect(next.body).to.include({ id: session.sessionId, role: 'viewer', csrf_token: session.csrfToken });
    expect(next.headers).not.to.have.property('set-cookie');
  });

  describe('Rejects a change when the person was removed, or has lost the role, while its body arrived.', () => {
    /** Sends a request whose body ends after `change`. */
    const sendSlowly = async (change: () => Promise<unknown>) => {
      app.clock.advance(2 * 60 * SECOND_MS);
      const headers = [
        `Cookie: posthorn_session=${session.token}`,
        `X-CSRF-Token: ${session.csrfToken}`,
        'Sec-Fetch-Site: same-origin',
      ];
      const post = await beginPost(app.port, '/api-keys', headers, { name: 'Shop' });
      // The use is recorded once the request is authenticated.
      await eventually('the request is authenticated', async () => {
        const { rows } = await app.pool.query('SELECT last_used_at AS at FROM sessions WHERE id = $1', [
          session.sessionId,
        ]);
        return rows[0].at.getTime() === app.clock.now().getTime();
      });
      await change();
      return await post.finish();
    };

    it('removed', async () => {
      const remove = () => app.pool.query('DELETE FROM members WHERE id = $1', [session.memberId]);
      expect(await sendSlowly(remove)).to.match(/^HTTP\/1\.1 401 .*"missing_api_key"/s);
    });

    it('demoted', async () => {
      const demoted = await sendSlowly(() => setRole('viewer'));
      expect(demoted).to.match(/^HTTP\/1\.1 403 .*"view_only_member"/s);
      const { rows } = await app.pool.query('SELECT FROM api_keys WHERE account_id = $1', [
        session.accountId,
      ]);
      expect(rows).to.deep.equal([]);
    });

    it('removed, after the session has switched to another account', async () => {
      const other = await createAccount(app.pool);
      await createMember(app.pool, { accountId: other.id, personId: session.personId });
      const leave = async () => {
        expect((await session.api.post('/auth/switch').send({ account_id: other.id })).status).to.equal(200);
        await app.pool.query('DELETE FROM members WHERE id = $1', [session.memberId]);
      };
      expect(await sendSlowly(leave)).to.match(/^HTTP\/1\.1 401 .*"missing_api_key"/s);
    });

    it('neither', async () => {
      expect(await sendSlowly(async () => {})).to.match(/^HTTP\/1\.1 201 /);
    });
  });

  it('Forbids caches to store what it answers a person.', async () => {
    expect((await ask(session)).headers).to.include({ 'cache-control': 'no-store' });
    const refused = await app.asPerson().post('/auth/login').send({});
    expect(refused.headers).to.include({ 'cache-control': 'no-store' });
    expectError(refused, 422, 'missing_required_field');
  });

  it('Accepts the token of before for 60 seconds after it was replaced because of another role.', async () => {
    await setRole('admin');
    // Requests of one page at the same moment: one of them brings the token, and all are answered.
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(session)));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200]);
    const tokens = answers.map((answer) => cookieOf(answer, 'posthorn_session')).filter(Boolean);
    expect(tokens).to.have.length(1);
    app.clock.advance(60 * SECOND_MS - 1);
    const late = await ask(session);
    expect(late.status).to.equal(200);
    expect(late.headers).not.to.have.property('set-cookie');
    app.clock.advance(1);
    expectError(await ask(session), 401, 'missing_api_key');
    expect(await statusOf(app, { csrfToken: session.csrfToken, token: tokens[0] ?? '' })).to.equal(200);
    const { personId, accountId } = session;
    const others = await createSession(app.pool, { personId, accountId, now: app.clock.now() });
    expect((await ask(others)).headers).not.to.have.property('set-cookie');
  });
});
