// POST /auth/accept, of people who are new (docs/reference/invitations.md#accepting-an-invitation).
import { expect } from 'chai';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { createInvitation } from '../../support/factories/invitation-factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { credentialsOf } from './cookies.ts';
import { createLink } from './links.ts';
import { signsInWith, statusOf } from './sign-in-state.ts';

const NAME = 'Bo Newcomer';
const NEW = 'a good enough one';

describe('POST /auth/accept, by a new person', () => {
  const app = useApp();
  // Links and sessions are made at the time of the application.
  const create = (fields: Parameters<typeof createInvitation>[1] = {}) =>
    createInvitation(app.pool, { ...fields, now: app.clock.now() });
  const send = (body: object) => app.asPerson().post('/auth/accept').send(body);
  const accept = (token: string) => send({ token, name: NAME, password: NEW });
  const personOf = async (email: string) => {
    const { rows } = await app.pool.query(
      `SELECT people.id, name, confirmed_at, password_hash, role FROM people
       LEFT JOIN members ON person_id = people.id WHERE email = $1`,
      [email],
    );
    return rows[0];
  };
  const isPending = async (id: string) =>
    (await app.pool.query('SELECT FROM one_time_links WHERE invitation_id = $1', [id])).rowCount === 2;

  it('Creates a person with name and password, who is a member with the role of the invitation and signed in.', async () => {
    const { accountId, email, mailedToken } = await create({ role: 'admin' });
    const answer = await accept(mailedToken);
    const account = { id: accountId, name: 'Factory account' };
    expect(answer.status).to.equal(200);
    expect(answer.body).to.deep.include({
      object: 'session',
      account: { ...account, suspension: null },
      role: 'admin',
      accounts: [{ ...account, role: 'admin' }],
    });
    expect(answer.body.person).to.include({ email, name: NAME, second_factor: false });
    const session = credentialsOf(answer);
    const members = await app.asPerson(session).get('/members');
    expect(members.body.data[0]).to.include({ email, name: NAME, role: 'admin' });
    await app
      .asPerson(session)
      .post('/invitations')
      .send({ email: 'al@team.dev', role: 'viewer' })
      .expect(201);
    expect(await signsInWith(app, email, NEW)).to.equal('session');
    const { password_hash: hash } = await personOf(email);
    expect(hash)
      .to.match(/^scrypt\$/)
      .and.not.include(NEW);
    const log = JSON.stringify(app.logLines);
    expect(log).not.to.include(NEW).and.not.include(mailedToken);
  });

  it('Confirms the address by the mailed link only.', async () => {
    const mailed = await create();
    const shown = await create();
    expect((await accept(mailed.mailedToken)).body.person.confirmed).to.equal(true);
    expect((await accept(shown.shownToken)).body.person.confirmed).to.equal(false);
    expect((await personOf(mailed.email)).confirmed_at).to.deep.equal(app.clock.now());
    expect((await personOf(shown.email)).confirmed_at).to.equal(null);
  });

  it('Keeps a name with markup as the text that it is.', async () => {
    const { email, mailedToken: token } = await create();
    const name = '<script>alert(1)</script> "Bo" & {{{x}}} \u202e';
    const { body } = await send({ token, name: `  ${name}  `, password: NEW });
    expect(body.person.name).to.equal(name);
    expect((await personOf(email)).name).to.equal(name);
  });

  it('Rejects an unknown, expired, used or withdrawn token, and one for another purpose, with validation_error 422, always with the same message.', async () => {
    const expired = await create();
    app.clock.advance(7 * DAY_MS);
    const used = await create();
    const withdrawn = await create();
    const fresh = await create();
    await accept(used.shownToken).expect(200);
    await app.pool.query('DELETE FROM invitations WHERE id = $1', [withdrawn.id]);
    const reset = await createLink(app, used.email);
    const signInLink = await createLink(app, used.email, { purpose: 'sign_in', isMailed: false });
    const session = await signIn(app.pool, { now: app.clock.now() });
    const messages = new Set<string>();
    for (const token of [
      ...[expired, used, withdrawn].flatMap((each) => [each.shownToken, each.mailedToken]),
      reset,
      signInLink,
      session.token,
      fresh.shownToken.slice(1),
      `${fresh.shownToken}x`,
      fresh.id,
      'x'.repeat(43),
      "' OR 1=1 --",
      '…',
    ]) {
      const answer = await accept(token);
      messages.add(expectError(answer, 422, 'validation_error'));
      expect(answer.body.field).to.equal('token');
      expect(answer.headers).not.to.have.property('set-cookie');
    }
    expect([...messages]).to.have.length(1);
    expect(await personOf(expired.email)).to.equal(undefined);
    const wrongPurpose = await app
      .asPerson()
      .post('/auth/reset')
      .send({ token: fresh.mailedToken, password: NEW });
    expectError(wrongPurpose, 422, 'validation_error');
    expect(await isPending(fresh.id)).to.equal(true);
  });

  it('Ends the session that the request carries, and ignores an API key.', async () => {
    const { mailedToken, email } = await create();
    const other = await signIn(app.pool, { now: app.clock.now() });
    const { token: key } = await createApiKey(app.pool);
    const answer = await app
      .asPerson(other)
      .set('Authorization', `Bearer ${key}`)
      .post('/auth/accept')
      .send({ token: mailedToken, name: NAME, password: NEW });
    expect(answer.body.person.email).to.equal(email);
    expect(credentialsOf(answer).token)
      .to.match(/^[\w-]{43}$/)
      .and.not.equal(other.token);
    expect(await statusOf(app, other)).to.equal(401);
    expect(await statusOf(app, credentialsOf(answer))).to.equal(200);
  });

  it('Writes an invitation that is accepted to the audit log of the account.', async () => {
    const { id, accountId, email, mailedToken } = await create();
    await accept(mailedToken).expect(200);
    const person = await personOf(email);
    const { rows } = await app.pool.query(
      `SELECT actor_type, actor_id, actor_email, actor_name, operation, outcome, target_id, address, user_agent
       FROM audit_events WHERE account_id = $1 AND operation NOT LIKE 'ops %'`,
      [accountId],
    );
    expect(rows).to.deep.equal([
      {
        actor_type: 'person',
        actor_id: person.id,
        actor_email: email,
        actor_name: NAME,
        operation: 'acceptInvitation',
        outcome: 'succeeded',
        target_id: id,
        address: '127.0.0.1',
        user_agent: 'posthorn-tests',
      },
    ]);
  });

  it('Rejects a request to accept that does not come from a page of the service with validation_error 403.', async () => {
    const { id, mailedToken: token } = await create();
    const body = { token, name: NAME, password: NEW };
    for (const site of ['cross-site', 'same-site', 'none']) {
      const answer = await app.as().set('Sec-Fetch-Site', site).post('/auth/accept').send(body);
      expectError(answer, 403, 'validation_error');
    }
    expectError(await app.as().post('/auth/accept').send(body), 403, 'validation_error');
    expect(await isPending(id)).to.equal(true);
  });
});
