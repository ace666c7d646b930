// POST /auth/switch (docs/reference/auth.md#post-authswitch).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createAccount } from '../../support/factories/factories.ts';
import { createMember, signIn } from '../../support/factories/people-factories.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { cookieOf } from './cookies.ts';
import { renewed, statusOf } from './sign-in-state.ts';

describe('POST /auth/switch', () => {
  const app = useApp();
  let session: Awaited<ReturnType<typeof signIn>>;
  let otherId: string;
  beforeEach(async () => {
    session = await signIn(app.pool, { now: app.clock.now(), role: 'viewer' });
    otherId = (await createAccount(app.pool, { name: 'Other' })).id;
    await createMember(app.pool, { personId: session.personId, accountId: otherId, role: 'owner' });
  });
  const switchTo = (accountId: unknown) =>
    app.asPerson(session).post('/auth/switch').send({ account_id: accountId });

  it('Continues the session in another account of the person, with the role in it.', async () => {
    const before = (await app.asPerson(session).get('/auth/me')).body;
    const answer = await switchTo(otherId.toUpperCase());
    const account = { id: otherId, name: 'Other', suspension: null };
    expect(answer.status).to.equal(200);
    const { csrf_token } = answer.body;
    expect(answer.body).to.deep.equal({ ...before, account, role: 'owner', csrf_token });
    const there = app.asPerson(renewed(session, answer));
    expect((await there.get('/auth/me')).body).to.deep.equal(answer.body);
    const { body: audience } = await there.post('/audiences').send({ name: 'News' });
    const { rows } = await app.pool.query('SELECT account_id FROM audiences WHERE id = $1', [audience.id]);
    expect(rows).to.deep.equal([{ account_id: otherId }]);
  });

  it('Gives the session another token and another CSRF token when it switches the account; those of before end at once.', async () => {
    for (const accountId of [otherId, session.accountId]) {
      const before = session;
      const answer = await switchTo(accountId);
      session = { ...session, ...renewed(session, answer) };
      expect(session.token).not.to.equal(before.token);
      expect(await statusOf(app, before)).to.equal(401);
      const old = { token: session.token, csrfToken: before.csrfToken };
      expectError(await app.asPerson(old).post('/audiences').send({ name: 'News' }), 403, 'validation_error');
      expect(await statusOf(app, session)).to.equal(200);
    }
  });

  it('Answers not_found 404 for an account that does not exist or of which the person is no member, and changes nothing.', async () => {
    const { accountId } = await createMember(app.pool);
    for (const id of [accountId, UNKNOWN_ID]) {
      const answer = await switchTo(id);
      expect(expectError(answer, 404, 'not_found')).to.equal('Account not found.');
      expect(cookieOf(answer, 'posthorn_session')).to.equal(undefined);
      const { body } = await app.asPerson(session).get('/auth/me');
      expect(body.account.id).to.equal(session.accountId);
    }
  });
});
