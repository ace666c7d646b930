// What becomes of a claim: each status, reached by DNS and by the owner of the name (docs/reference/domain-claims.md).
import { expect } from 'chai';
import { runCommand } from '../../../ops/run-command.ts';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { ACCOUNT_TABLES } from '../../../shared/resources/account-tables.ts';
import { beginDeletion } from '../../../shared/resources/flows/account-deletions/begin.ts';
import { completeBlockedClaim } from '../../../shared/resources/messaging/domains/claims/complete.ts';
import { mailHostOf } from '../../../shared/resources/messaging/domains/records/dns-records.ts';
import { expectDone } from '../../ops/run-ops.ts';
import { extent } from '../../support/extent.ts';
import { createAccount, createDomain } from '../../support/factories/factories.ts';
import { type TestClaim, useClaims } from './support/use-claims.ts';
import type { AddedDomain } from './support/use-verification.ts';

const GRACE_MS = 72 * HOUR_MS;
/** A verified record that is missing becomes temporary_failure after three misses, 15 minutes apart. */
const UNTIL_FAILURE_MS = 2 * HOUR_MS;
/** Time between checks while days pass. */
const STEP_MS = extent('CLAIM_STEP_HOURS', 6, 1) * HOUR_MS;

describe('What becomes of a claim', () => {
  const claims = useClaims();
  const { app } = claims;
  let owner: AddedDomain;
  let claim: TestClaim;
  beforeEach(async () => {
    owner = await claims.addVerified();
    claim = await claims.claim(owner.name);
  });

  const block = async (of = claim) => {
    await of.prove();
    expect(await of.state()).to.equal('blocked grace_period');
  };
  /** Moves the time on and runs the checks that are due on the way. */
  const pass = async (ms: number, stepMs = 10 * MINUTE_MS) => {
    const end = app.clock.now().getTime() + ms;
    while (app.clock.now().getTime() < end) {
      app.clock.advance(Math.min(stepMs, end - app.clock.now().getTime()));
      await claims.checkDue();
    }
  };
  const withdrawDkim = () => claims.dns().withdraw(`ph1._domainkey.${owner.name}`);
  const isLost = async () => {
    const { status, status_reason } = await owner.get();
    return status === 'failed' && status_reason === 'claimed';
  };

  it('Completes a proven claim at once when another account has verified only a parent or a subdomain: both domains stand.', async () => {
    const below = await claims.claim(`below.${owner.name}`);
    const above = await claims.claim(owner.name.split('.').slice(1).join('.'));
    for (const other of [below, above]) {
      await other.prove();
      expect(await other.state()).to.equal('completed');
    }
    expect(await owner.status()).to.equal('verified');
    await pass(2 * HOUR_MS);
    expect(await owner.status()).to.equal('verified');
  });

  it('Completes a proven claim at once when no account has verified the name any more.', async () => {
    await owner.api.delete(`/domains/${owner.id}`);
    await claim.prove();
    expect(await claim.state()).to.equal('completed');
  });

  it('Completes a proven claim at once while required records of the owner are failing.', async () => {
    withdrawDkim();
    await pass(UNTIL_FAILURE_MS);
    expect((await owner.records())[0]?.status).to.equal('temporary_failure');
    expect(await owner.status()).to.equal('verified');
    await claim.prove();
    expect(await claim.state()).to.equal('completed');
    expect(await isLost()).to.equal(true);
  });

  it('Blocks a proven claim for 72 hours while the records of the owner are in order.', async () => {
    // Sending is: a record of receiving that was never published is no reason to take the name.
    await owner.api.patch(`/domains/${owner.id}`).send({ capabilities: { receiving: 'enabled' } });
    await pass(74 * HOUR_MS, STEP_MS);
    expect(await owner.status()).to.equal('partially_failed');
    await block();
    const { blocked_until } = await claim.get();
    expect(Date.parse(blocked_until) - app.clock.now().getTime()).to.equal(GRACE_MS);
    await pass(GRACE_MS - MINUTE_MS, STEP_MS);
    expect(await claim.get()).to.include({ status: 'blocked', blocked_until });
    expect(await owner.status()).to.equal('partially_failed');
  });

  it('Says in contested that another account has proved that the name is its own, and until when the domain stays.', async () => {
    const contestOf = async () => (await owner.get()).contested;
    expect(await contestOf()).to.equal(null);
    await block();
    const { blocked_until: until } = await claim.get();
    expect(await contestOf()).to.deep.equal({ until, reason: 'grace_period' });
    await pass(GRACE_MS, STEP_MS);
    expect(await contestOf()).to.equal(null);
  });

  it('Completes a blocked claim at the end of the grace period if its record is still there.', async () => {
    await block();
    await pass(GRACE_MS, STEP_MS);
    expect(await claim.get()).to.include({
      status: 'completed',
      blocked_reason: null,
      blocked_until: null,
      failure_reason: null,
    });
    expect(await isLost()).to.equal(true);
  });

  it('Completes a blocked claim early when required records of the owner begin to fail.', async () => {
    await block();
    withdrawDkim();
    await pass(UNTIL_FAILURE_MS + 2 * HOUR_MS);
    expect(await claim.state()).to.equal('completed');
    expect(await isLost()).to.equal(true);
  });

  it('Completes a blocked claim early when the owner deletes its domain.', async () => {
    await block();
    await owner.api.delete(`/domains/${owner.id}`);
    await pass(HOUR_MS);
    expect(await claim.state()).to.equal('completed');
  });

  it('Completes a blocked claim also while the account of the owner is about to be deleted, and at once when its deletion begins.', async () => {
    const other = await claims.addVerified();
    const claimOfOther = await claims.claim(other.name);
    const environment = { DATABASE_URL: app.deps.config.databaseUrl };
    const { rows: names } = await app.pool.query('SELECT id, name FROM accounts WHERE id = ANY($1)', [
      [owner.accountId, other.accountId],
    ]);
    for (const { id, name } of names)
      expectDone(await runCommand(['delete-account', id, '--confirm', name], environment));
    await block();
    await block(claimOfOther);
    await transaction(app.pool, (client) => beginDeletion(client, ACCOUNT_TABLES, other.accountId));
    await pass(HOUR_MS);
    expect([await claim.state(), await claimOfOther.state()]).to.deep.equal([
      'blocked grace_period',
      'completed',
    ]);
    await pass(GRACE_MS, STEP_MS);
    expect(await claim.state()).to.equal('completed');
    expectDone(await runCommand(['keep-account', owner.accountId], environment));
    expect(await isLost()).to.equal(true);
  });

  it('Fails a blocked claim with record_removed when its record is gone for a day, or at the end of the grace period.', async () => {
    await block();
    await pass(GRACE_MS - 12 * HOUR_MS, STEP_MS);
    claim.withdraw();
    await pass(11 * HOUR_MS, STEP_MS);
    expect(await claim.state()).to.equal('blocked grace_period');
    await pass(HOUR_MS);
    expect(await claim.get()).to.include({
      status: 'failed',
      failure_reason: 'record_removed',
      blocked_reason: null,
      blocked_until: null,
    });
    expect(await owner.status()).to.equal('verified');
    claim = await claims.claim(owner.name);
    await block();
    claim.withdraw();
    await pass(23 * HOUR_MS, STEP_MS);
    expect(await claim.state()).to.equal('blocked grace_period');
    await pass(2 * HOUR_MS, STEP_MS);
    expect(await claim.state()).to.equal('failed record_removed');
  });

  it('Takes no other text, no record of another name and no record of another claim for the proof.', async () => {
    const other = await claims.claim(owner.name);
    other.publish();
    const texts = [
      claim.proof.toUpperCase(),
      `${claim.proof} `,
      claim.proof.slice(0, -1),
      `"${claim.proof}"`,
      'posthorn-domain-verification=',
      'v=spf1 -all',
    ];
    for (const value of texts) claims.dns().publish(owner.name, { type: 'TXT', value });
    for (const host of [`_posthorn.${owner.name}`, owner.name.split('.').slice(1).join('.')])
      claims.dns().publish(host, { type: 'TXT', value: claim.proof });
    await claim.check();
    expect(await claim.state()).to.equal('pending');
    // Other texts of the name do not matter.
    await block();
  });

  it('Changes no claim while DNS does not answer, except that a pending one expires.', async () => {
    const blocked = await claims.claim(owner.name);
    await block(blocked);
    claim.publish();
    for (const fault of ['SERVFAIL', 'REFUSED', 'garbage'] as const) {
      claims.dns().fail(fault);
      await claim.check();
      await pass(HOUR_MS, STEP_MS);
    }
    await pass(GRACE_MS, 12 * HOUR_MS);
    expect([await claim.state(), await blocked.state()]).to.deep.equal(['pending', 'blocked grace_period']);
    await pass(4 * DAY_MS, 12 * HOUR_MS);
    expect([await claim.state(), await blocked.state()]).to.deep.equal(['expired', 'blocked grace_period']);
    expect(await owner.status()).to.equal('verified');
    claims.dns().heal();
    await pass(HOUR_MS);
    expect(await blocked.state()).to.equal('completed');
  });

  it('Expires a claim that was not proven within seven days, whether its check was asked for or not.', async () => {
    const unasked = await claims.claim(owner.name);
    await claim.check();
    await pass(7 * DAY_MS - MINUTE_MS, 6 * STEP_MS);
    expect([await claim.state(), await unasked.state()]).to.deep.equal(['pending', 'pending']);
    // A record that comes too late is none.
    claim.publish();
    await pass(MINUTE_MS);
    expect([await claim.state(), await unasked.state()]).to.deep.equal(['expired', 'expired']);
    await pass(DAY_MS, 6 * HOUR_MS);
    expect(await claim.state()).to.equal('expired');
  });

  it('Blocks the claim of a name for which an operator vouches until an operator completes it.', async () => {
    const vouched = await createDomain(app.pool, (await createAccount(app.pool)).id, {
      name: 'vouched-for.dev',
      isVouched: true,
    });
    const claimed = await claims.claim(vouched.name);
    await claimed.prove();
    expect(await claimed.state()).to.equal('blocked operator');
    await pass(30 * DAY_MS, 12 * STEP_MS);
    expect(await claimed.get()).to.include({ blocked_reason: 'operator', blocked_until: null });
    const deps = { ...app.deps, database: app.pool, mailHost: mailHostOf(app.deps.config) };
    await completeBlockedClaim(deps, claimed.id, app.clock.now());
    expect(await claimed.state()).to.equal('completed');
    const { rows } = await app.pool.query('SELECT status, is_vouched FROM domains WHERE id = $1', [
      vouched.id,
    ]);
    expect(rows).to.deep.equal([{ status: 'failed', is_vouched: false }]);
  });

  it('Supersedes the other open claims of a name when one completes.', async () => {
    const blocked = await claims.claim(owner.name);
    const elsewhere = await claims.claim(`x.${owner.name}`);
    await block(blocked);
    withdrawDkim();
    await pass(UNTIL_FAILURE_MS);
    expect([await blocked.state(), await claim.state(), await elsewhere.state()]).to.deep.equal([
      'completed',
      'superseded',
      'pending',
    ]);
    await claims.checkDue();
    await pass(DAY_MS, STEP_MS);
    expect(await claim.state()).to.equal('superseded');
  });

  it('Cancels the open claim of a domain that is deleted.', async () => {
    const blocked = await claims.claim(owner.name);
    await block(blocked);
    for (const each of [claim, blocked]) {
      expect((await each.api.delete(`/domains/${each.domainId}`)).status).to.equal(200);
      const { rows } = await app.pool.query(
        'SELECT status, domain_id, blocked_reason, notice_due_at FROM domain_claims WHERE id = $1',
        [each.id],
      );
      const nothing = { domain_id: null, blocked_reason: null, notice_due_at: null };
      expect(rows).to.deep.equal([{ status: 'canceled', ...nothing }]);
    }
    await pass(GRACE_MS + HOUR_MS, 6 * HOUR_MS);
    expect(await owner.status()).to.equal('verified');
  });
});
