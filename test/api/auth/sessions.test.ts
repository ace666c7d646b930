// GET and DELETE /auth/sessions (docs/reference/auth.md#get-and-delete-authsessions).
import { expect } from 'chai';
import { SESSIONS_MAX } from '../../../shared/contract/limits.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createAccount } from '../../support/factories/factories.ts';
import { factoryIds } from '../../support/factories/factory-ids.ts';
import { createMember, createSession, PASSWORD, signIn } from '../../support/factories/people-factories.ts';
import { describePaging } from '../paging.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { cookieOf } from './cookies.ts';
import { statusOf } from './sign-in-state.ts';

const DAY_MS = 86_400_000;

describe('/auth/sessions', () => {
  const app = useApp();
  /** Ada's session, one of hers in another account, and one of another member of the account. */
  const createSessions = async () => {
    const now = app.clock.now();
    const own = await signIn(app.pool, { now, role: 'viewer' });
    const { personId, accountId } = own;
    const account = await createAccount(app.pool);
    await createMember(app.pool, { personId, accountId: account.id });
    const there = await createSession(app.pool, { personId, accountId: account.id, now });
    const colleague = await signIn(app.pool, { accountId, now });
    return { own, there: { ...there, accountId: account.id }, colleague };
  };
  /** Inserts a session like another one, whatever the limit. @returns its id */
  const insertSession = async (likeId: string) => {
    const id = factoryIds.next();
    await app.pool.query(
      `INSERT INTO sessions (id, token_hash, csrf_token, person_id, account_id, created_at, last_used_at, expires_at)
       SELECT $2::uuid, sha256($2::uuid::text::bytea), '', person_id, account_id, created_at, last_used_at, expires_at
       FROM sessions WHERE id = $1`,
      [likeId, id],
    );
    return id;
  };

  it('Lists the sessions of the person in all accounts, and marks the one of the request.', async () => {
    const { own, there } = await createSessions();
    const now = app.clock.now();
    const item = {
      address: '127.0.0.1',
      user_agent: 'factory',
      created_at: now.toISOString(),
      last_used_at: now.toISOString(),
      expires_at: new Date(now.getTime() + 14 * DAY_MS).toISOString(),
    };
    const { body } = await app.asPerson(own).get('/auth/sessions');
    expect(body.data).to.deep.equal([
      { id: there.sessionId, account_id: there.accountId, is_current: false, ...item },
      { id: own.sessionId, account_id: own.accountId, is_current: true, ...item },
    ]);
  });

  it('Leaves sessions that have ended by time out of the list.', async () => {
    const { own, there } = await createSessions();
    await app.pool.query('UPDATE sessions SET expires_at = $2 WHERE id = $1', [
      there.sessionId,
      app.clock.now(),
    ]);
    const { body } = await app.asPerson(own).get('/auth/sessions');
    expect(body.data.map(({ id }: { id: string }) => id)).to.deep.equal([own.sessionId]);
  });

  it('Ends one session of the person, in whichever account it acts.', async () => {
    const { own, there, colleague } = await createSessions();
    const answer = await app.asPerson(own).delete(`/auth/sessions/${there.sessionId.toUpperCase()}`);
    expect(answer.body).to.deep.equal({ object: 'session', id: there.sessionId, deleted: true });
    expect(answer.headers).not.to.have.property('set-cookie');
    expect(await statusOf(app, there)).to.equal(401);
    for (const session of [own, colleague]) expect(await statusOf(app, session)).to.equal(200);
  });

  it('Ends the session of the request like signing out.', async () => {
    const { own, there } = await createSessions();
    const answer = await app.asPerson(own).delete(`/auth/sessions/${own.sessionId}`);
    expect(answer.body).to.deep.equal({ object: 'session', id: own.sessionId, deleted: true });
    expect(cookieOf(answer, 'posthorn_session')).to.equal('');
    expect(await statusOf(app, own)).to.equal(401);
    expect(await statusOf(app, there)).to.equal(200);
  });

  it('Answers not_found 404 for the session of another person, an unknown id and a malformed one.', async () => {
    const { own, colleague } = await createSessions();
    for (const id of [colleague.sessionId, UNKNOWN_ID, 'x', '%00', "' OR 1=1 --"]) {
      const answer = await app.asPerson(own).delete(`/auth/sessions/${id}`);
      expect(expectError(answer, 404, 'not_found')).to.equal('Session not found.');
    }
    for (const session of [own, colleague]) expect(await statusOf(app, session)).to.equal(200);
  });

  it('Ends all sessions of the person but the one of the request, and answers how many.', async () => {
    const { own, there, colleague } = await createSessions();
    const other = await createSession(app.pool, { ...own, now: app.clock.now() });
    const answer = await app.asPerson(own).delete('/auth/sessions');
    expect(answer.body).to.deep.equal({ object: 'ended_sessions', count: 2 });
    for (const session of [there, other]) expect(await statusOf(app, session)).to.equal(401);
    for (const session of [own, colleague]) expect(await statusOf(app, session)).to.equal(200);
    expect((await app.asPerson(own).delete('/auth/sessions')).body.count).to.equal(0);
  });

  it('Keeps up to 50 sessions per person: signing in once more ends the oldest one.', async () => {
    const { own, there, colleague } = await createSessions();
    for (let count = 2; count < SESSIONS_MAX; count += 1) await insertSession(own.sessionId);
    for (const session of [own, there, colleague]) expect(await statusOf(app, session)).to.equal(200);
    const { body } = await app
      .asPerson()
      .post('/auth/login')
      .send({ email: own.email, password: PASSWORD })
      .expect(200);
    const { rows } = await app.pool.query<{ id: string }>(
      'SELECT id FROM sessions WHERE person_id = $1 ORDER BY id',
      [own.personId],
    );
    const ids = rows.map(({ id }) => id);
    expect(ids).to.have.length(SESSIONS_MAX).and.to.include.members([there.sessionId, body.id]);
    expect(await statusOf(app, own)).to.equal(401);
    for (const session of [there, colleague]) expect(await statusOf(app, session)).to.equal(200);
  });

  describePaging(app, OPERATIONS.listSessions.path, async () => {
    const now = app.clock.now();
    const session = await signIn(app.pool, { now });
    return {
      token: session,
      existing: [session.sessionId],
      createItem: () => insertSession(session.sessionId),
      deleteItem: (id) => app.pool.query('DELETE FROM sessions WHERE id = $1', [id]),
      createForeignItem: async () => (await signIn(app.pool, { now })).sessionId,
    };
  });
});
