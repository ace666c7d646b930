// The verbs of `npm run ops` for people who cannot sign in, on a real database.
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { findLink } from '../../shared/resources/people/one-time-links/consume.ts';
import { useDatabase } from '../support/database/database.ts';
import { TEST_SECRET_KEY } from '../support/factories/dkim-key.ts';
import { createMember, createSession } from '../support/factories/people-factories.ts';
import { expectDone, expectRefused } from './run-ops.ts';

describe('ops for people', () => {
  const database = useDatabase();
  const ops = (...args: string[]) =>
    runCommand(args, {
      DATABASE_URL: database.url,
      SECRET_KEY: TEST_SECRET_KEY,
      PUBLIC_URL: 'https://mail.acme.dev',
    });
  const eventsOf = async (personId: string) => {
    const { rows } = await database.pool.query(
      `SELECT account_id, actor_type, actor_id, operation, outcome FROM audit_events
       WHERE target_id = $1 ORDER BY account_id`,
      [personId],
    );
    return rows;
  };
  /** The events of a verb in the accounts of a person. */
  const expectedEvents = (accountIds: string[], operation: string) =>
    accountIds.sort().map((account_id) => ({
      account_id,
      actor_type: 'operator',
      actor_id: null,
      operation,
      outcome: 'succeeded',
    }));

  it('reset-password prints a link that is valid for an hour and does not prove the address', async () => {
    const { personId, accountId, email } = await createMember(database.pool);
    const { accountId: secondId } = await createMember(database.pool, { personId });
    const printed = expectDone(await ops('reset-password', email.toUpperCase()));
    expect(printed).to.have.all.keys('object', 'email', 'url', 'expires_at').and.include({ email });
    const url = new URL(String(printed['url']));
    expect(url.origin + url.pathname).to.equal('https://mail.acme.dev/app/reset');
    const token = url.searchParams.get('token') ?? '';
    const expiresAt = new Date(String(printed['expires_at']));
    expect(expiresAt.getTime() - Date.now()).to.be.within(59 * 60_000, 60 * 60_000);
    const find = (now: Date) => findLink(database.pool, { purpose: 'password_reset', token, now });
    expect(await find(new Date())).to.include({ email, isMailed: false });
    expect(await find(expiresAt)).to.equal(undefined);
    const events = await eventsOf(personId);
    expect(events).to.deep.equal(expectedEvents([accountId, secondId], 'ops reset-password'));
    expect(JSON.stringify(events)).not.to.include(token);
  });

  it('remove-second-factor removes the second factor and ends every session of the person', async () => {
    const { personId, accountId, email } = await createMember(database.pool);
    await createSession(database.pool, { personId, accountId });
    await database.pool.query(
      `UPDATE people SET totp_secret = 'x', totp_last_step = 1, recovery_code_hashes = ARRAY['x'::bytea] WHERE id = $1`,
      [personId],
    );
    expect(expectDone(await ops('remove-second-factor', email))).to.deep.equal({
      object: 'person',
      id: personId,
      email,
      name: 'Ada Lovelace',
      second_factor: false,
    });
    const { rows } = await database.pool.query(
      `SELECT totp_secret, totp_last_step, recovery_code_hashes,
         (SELECT count(*)::integer FROM sessions WHERE person_id = people.id) AS sessions
       FROM people WHERE id = $1`,
      [personId],
    );
    expect(rows).to.deep.equal([
      { totp_secret: null, totp_last_step: null, recovery_code_hashes: [], sessions: 0 },
    ]);
    expect(await eventsOf(personId)).to.deep.equal(expectedEvents([accountId], 'ops remove-second-factor'));
  });

  it('remove-second-factor refuses a person without one, and records nothing', async () => {
    const { personId, email } = await createMember(database.pool);
    const refused = expectRefused(await ops('remove-second-factor', email), 1);
    expect(refused).to.equal(`${email} has no second factor.`);
    expect(await eventsOf(personId)).to.deep.equal([]);
  });

  for (const verb of ['reset-password', 'remove-second-factor']) {
    it(`${verb} refuses an unknown address, and what is not an address`, async () => {
      const unknown = expectRefused(await ops(verb, 'nobody@acme.dev'), 1);
      expect(unknown).to.equal('There is no person with the address nobody@acme.dev.');
      expect(expectRefused(await ops(verb, 'nobody'), 2)).to.equal('"nobody" is not an email address.');
    });
  }
});
