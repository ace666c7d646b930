// `end-sessions`: who is signed in is signed out, in the API of the same database.
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { useApp } from '../support/api/app.ts';
import { expectError } from '../support/api/error-body.ts';
import { createAccount } from '../support/factories/factories.ts';
import {
  createMember,
  createSession,
  type SessionCredentials,
  signIn,
} from '../support/factories/people-factories.ts';
import { expectDone, expectRefused } from './run-ops.ts';

describe('ops end-sessions', () => {
  const app = useApp();
  const ops = (subject: string) =>
    runCommand(['end-sessions', subject], { DATABASE_URL: app.deps.config.databaseUrl });
  const ended = (person: { personId: string; email: string }, count: number) => {
    const { personId: id, email } = person;
    return { object: 'person', id, email, name: 'Ada Lovelace', ended_sessions: count };
  };
  const isSignedIn = async (session: SessionCredentials) => {
    const answer = await app.asPerson(session).get('/auth/me');
    if (answer.status !== 200) expectError(answer, 401, 'missing_api_key');
    return answer.status === 200;
  };
  /** Ada's sessions in two accounts and a sign-in of hers that waits for a code, and sessions of others in both accounts. */
  const createSessions = async () => {
    const now = app.clock.now();
    const here = await signIn(app.pool, { now });
    const { personId, accountId } = here;
    const other = await signIn(app.pool, { now });
    await createMember(app.pool, { personId, accountId: other.accountId });
    const there = await createSession(app.pool, { personId, accountId: other.accountId, now });
    const colleague = await signIn(app.pool, { accountId, now, role: 'viewer' });
    await app.pool.query(
      `INSERT INTO sign_in_challenges (token_hash, person_id, expires_at)
       SELECT sha256(uuid_send(id)), id, $2 FROM unnest($1::uuid[]) AS id`,
      [[personId, other.personId], new Date(now.getTime() + 60_000)],
    );
    return { here, there, other, colleague };
  };
  const challengedPeople = async () =>
    (await app.pool.query('SELECT person_id FROM sign_in_challenges')).rows.map((row) => row.person_id);
  const eventsOf = async (accountId: string) => {
    const { rows } = await app.pool.query(
      'SELECT target_id FROM audit_events WHERE account_id = $1 AND operation = $2 ORDER BY id',
      [accountId, 'ops end-sessions'],
    );
    return rows.map((row) => row.target_id);
  };
  afterEach(() => app.pool.query('TRUNCATE sign_in_challenges'));

  for (const by of ['email', 'personId'] as const) {
    it(`ends the sessions of a person in all accounts, by ${by}, and can be repeated`, async () => {
      const { here, there, other, colleague } = await createSessions();
      const { data } = expectDone(await ops(here[by].toUpperCase()));
      expect(data).to.deep.equal([ended(here, 2)]);
      expect(await Promise.all([here, there].map(isSignedIn))).to.deep.equal([false, false]);
      expect(await Promise.all([other, colleague].map(isSignedIn))).to.deep.equal([true, true]);
      expect(await challengedPeople()).to.deep.equal([other.personId]);
      for (const { accountId } of [here, other])
        expect(await eventsOf(accountId)).to.deep.equal([here.personId]);
      expect(expectDone(await ops(here[by]))['data']).to.deep.equal([ended(here, 0)]);
    });
  }

  it('ends the sessions of all members of an account, also those that show another account', async () => {
    const { here, there, other, colleague } = await createSessions();
    const { data } = expectDone(await ops(here.accountId));
    expect(data).to.deep.equal([ended(here, 2), ended(colleague, 1)]);
    expect(await Promise.all([here, there, colleague].map(isSignedIn))).to.deep.equal([false, false, false]);
    expect(await isSignedIn(other)).to.equal(true);
    expect(await challengedPeople()).to.deep.equal([other.personId]);
    expect(await eventsOf(here.accountId)).to.deep.equal([here.accountId, here.personId, colleague.personId]);
    expect(await eventsOf(other.accountId), 'where Ada is a member too').to.deep.equal([here.personId]);
  });

  it('finds no member in an account without people', async () => {
    const { id } = await createAccount(app.pool);
    expect(expectDone(await ops(id))['data']).to.deep.equal([]);
    expect(await eventsOf(id)).to.deep.equal([id]);
  });

  it('refuses what is no account and no person', async () => {
    const unknown = '0197a000-0000-7000-8000-000000000000';
    expect(expectRefused(await ops(unknown), 1)).to.equal(`There is no account and no person ${unknown}.`);
    expect(expectRefused(await ops('acme'), 1)).to.equal('There is no account and no person acme.');
    expect(expectRefused(await ops('eve@acme.dev'), 1)).to.equal(
      'There is no person with the address eve@acme.dev.',
    );
    expect(expectRefused(await ops('eve@'), 2)).to.equal('"eve@" is not an email address.');
  });
});
