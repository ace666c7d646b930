// Moves of claims that no client can cause alone: crashes between two moves, other settings of the operator, a voucher
// that comes and goes.
import { expect } from 'chai';
import { HOUR_MS, MINUTE_MS } from '../../../../../../shared/platform/time/durations.ts';
import { advanceClaim } from '../../../../../../shared/resources/messaging/domains/claims/advance.ts';
import type { DomainClaim } from '../../../../../../shared/resources/messaging/domains/claims/claim.ts';
import {
  completeBlockedClaim,
  rejectClaim,
} from '../../../../../../shared/resources/messaging/domains/claims/complete.ts';
import { findOpenClaims } from '../../../../../../shared/resources/messaging/domains/claims/find.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';
import { failureOf } from '../../../../../support/failure-of.ts';
import { createTestClock } from '../../../../../support/time/clock.ts';
import {
  answers,
  type ClaimFields,
  claimDeps,
  createClaim,
  proven,
  readClaim,
  readDomain,
} from './contested-domains.ts';

describe('a claim', () => {
  const database = useDatabase();
  const clock = createTestClock();
  let named = 0;
  let owner: { id: string };
  let own: { id: string; accountId: string; name: string };
  const deps = (graceHours?: number) => claimDeps(database.pool, graceHours);
  const NOWHERE = answers({ kind: 'absent' }, { kind: 'found', values: ['v=spf1 -all'] });
  beforeEach(async () => {
    named += 1;
    const name = `moved${named}.dev`;
    owner = await createDomain(database.pool, (await createAccount(database.pool)).id, { name });
    const { id: accountId } = await createAccount(database.pool);
    own = await createDomain(database.pool, accountId, { name, status: 'not_started' });
  });
  const create = (fields?: ClaimFields) => createClaim(database.pool, own, fields);
  const reread = async () => (await findOpenClaims(database.pool, [own.id]))[0];
  const vouch = (isVouched: boolean) =>
    database.pool.query('UPDATE domains SET is_vouched = $2 WHERE id = $1', [owner.id, isVouched]);
  const advance = (claim: DomainClaim, graceHours?: number, given = proven(claim)) =>
    advanceClaim(deps(graceHours), claim, given, clock.now());

  it('that was proven before its worker died is decided by the next check that finds its record', async () => {
    const claim = await create({ status: 'verified' });
    await advance(claim, 72, NOWHERE);
    expect(await reread()).to.include({ status: 'verified', blockedReason: null });
    await advance(claim, 72);
    expect(await reread()).to.include({ status: 'blocked', blockedReason: 'grace_period' });
  });

  it('completes at once where CLAIM_GRACE_HOURS is 0', async () => {
    const claim = await create();
    expect(await advance(claim, 0)).to.equal(null);
    expect(await readClaim(database.pool, claim)).to.equal('completed');
    expect(await readDomain(database.pool, own.id)).to.include({ isClaimed: true });
  });

  it('keeps the end of its grace period when the setting changes', async () => {
    const claim = await create();
    await advance(claim, 48);
    const blocked = (await reread()) ?? claim;
    await advance(blocked, 1);
    expect(await reread()).to.deep.equal(blocked);
    expect(blocked.blockedUntil?.getTime()).to.equal(clock.now().getTime() + 48 * HOUR_MS);
  });

  it('waits for the operator once the owner is vouched for, and gives the whole time when that ends', async () => {
    await advance(await create());
    const first = (await reread()) as DomainClaim;
    await vouch(true);
    await advance(first);
    const second = (await reread()) as DomainClaim;
    expect(second).to.include({ status: 'blocked', blockedReason: 'operator', blockedUntil: null });
    await vouch(false);
    clock.advance(HOUR_MS);
    await advance(second);
    const third = (await reread()) as DomainClaim;
    expect(third.blockedReason).to.equal('grace_period');
    expect(third.blockedUntil?.getTime()).to.equal(clock.now().getTime() + 72 * HOUR_MS);
  });

  it('is due again hourly and at the end of the grace period, and each minute after it', async () => {
    const until = new Date(clock.now().getTime() + 90 * MINUTE_MS);
    const claim = await create({ status: 'blocked', blockedReason: 'grace_period', blockedUntil: until });
    const dueIn = async (given = proven(claim)) => {
      const dueAt = await advance(claim, 72, given);
      return dueAt && (dueAt.getTime() - clock.now().getTime()) / MINUTE_MS;
    };
    expect(await dueIn()).to.equal(60);
    clock.advance(HOUR_MS);
    expect(await dueIn()).to.equal(30);
    clock.advance(30 * MINUTE_MS);
    const silent = answers({ kind: 'unanswered', reason: 'timeout' });
    expect(await dueIn(silent)).to.equal(1);
    expect(await dueIn()).to.equal(null);
  });

  it('that has ended is not moved by a check that began before', async () => {
    const claim = await create();
    await rejectClaim(deps(), claim.id);
    expect(await advance(claim)).to.equal(null);
    expect(await readClaim(database.pool, claim)).to.equal('failed');
    expect(await readDomain(database.pool, owner.id)).to.include({ status: 'verified' });
  });

  it('stops the checks of the domain that is lost, also of one that a worker is checking', async () => {
    await database.pool.query(
      `UPDATE domain_checks SET next_attempt_at = now(), woken_at = now(), records = '[]', version = 7 WHERE id = $1`,
      [owner.id],
    );
    await advance(await create(), 0);
    const { rows } = await database.pool.query(
      'SELECT next_attempt_at, woken_at, version FROM domain_checks WHERE id = $1',
      [owner.id],
    );
    expect(rows).to.deep.equal([{ next_attempt_at: null, woken_at: null, version: 8 }]);
  });

  it('takes the host of links from the domain that is lost, which must answer again if the name comes back', async () => {
    await database.pool.query(`UPDATE domains SET tracking_host = 'links.acme.dev' WHERE id = $1`, [
      owner.id,
    ]);
    await advance(await create(), 0);
    const { rows } = await database.pool.query('SELECT tracking_host FROM domains WHERE id = $1', [owner.id]);
    expect(rows).to.deep.equal([{ tracking_host: null }]);
  });

  it('is completed and rejected by an operator only while that means something', async () => {
    const claim = await create();
    const early = await failureOf(completeBlockedClaim(deps(), claim.id, clock.now()));
    expect(early.message).to.contain('is pending, not blocked');
    await advance(claim);
    await completeBlockedClaim(deps(), claim.id, clock.now());
    expect(await readClaim(database.pool, claim)).to.equal('completed');
    const late = await failureOf(rejectClaim(deps(), claim.id));
    expect(late.message).to.contain('is completed');
  });
});
