// Claims race with the owner of the name, with other claims and with themselves many times each: every race has one
// winner, whichever it is. Both sides are real transactions.
import { expect } from 'chai';
import { createIds } from '../../../../../../shared/platform/time/ids.ts';
import { checkDomain } from '../../../../../../shared/resources/messaging/domains/checks/check.ts';
import { writeCheck } from '../../../../../../shared/resources/messaging/domains/checks/write.ts';
import { advanceClaim } from '../../../../../../shared/resources/messaging/domains/claims/advance.ts';
import { deleteDomain } from '../../../../../../shared/resources/messaging/domains/delete.ts';
import { verifyDomain } from '../../../../../../shared/resources/messaging/domains/verify.ts';
import { createHostProbe } from '../../../../../../shared/resources/messaging/tracking-hosts/probe.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { extent } from '../../../../../support/extent.ts';
import { createAccount, createDomain, createWebhook } from '../../../../../support/factories/factories.ts';
import { createTestClock } from '../../../../../support/time/clock.ts';
import {
  answers,
  beginCheck,
  claimDeps,
  createClaim,
  dnsOf,
  proven,
  readClaim,
  readDomain,
} from './contested-domains.ts';

const ROUNDS = extent('CLAIM_RACES', 50, 1_000);

describe('the race of a claim', () => {
  const database = useDatabase();
  const clock = createTestClock();
  const now = () => clock.now();
  /** None of the domains has a host of tracked links. */
  const hostProbe = createHostProbe({ outboundReach: 'public', dnsServers: [], secretKeys: undefined });
  let owner: string;
  let claimants: string[];
  let rounds = 0;
  before(async () => {
    owner = (await createAccount(database.pool)).id;
    claimants = [(await createAccount(database.pool)).id, (await createAccount(database.pool)).id];
    await createWebhook(database.pool, owner, { events: ['domain.updated'] });
  });
  beforeEach(() => database.pool.query('DELETE FROM webhook_messages'));

  const nextName = () => {
    rounds += 1;
    return `race${rounds}.dev`;
  };
  const claimOf = async (name: string, claimant = 0, fields = {}) => {
    const domain = await createDomain(database.pool, claimants[claimant] ?? '', {
      name,
      status: 'not_started',
    });
    return { domain, claim: await createClaim(database.pool, domain, fields) };
  };
  /** Runs both, each of them first in half of the rounds. */
  const race = async (round: number, one: () => Promise<unknown>, other: () => Promise<unknown>) => {
    const both = round % 2 === 0 ? [one, other] : [other, one];
    await Promise.all(both.map((run) => run()));
  };
  /** A check of the owner's domain, which found all records, ready to be written. */
  const goodCheck = async ({ id }: { id: string }) => {
    const deps = { ...claimDeps(database.pool), dns: await dnsOf(database.pool, id), hostProbe };
    return { deps, result: await checkDomain(deps, await beginCheck(database.pool, id), now) };
  };
  const verify = (domain: { id: string; accountId: string }) =>
    verifyDomain(claimDeps(database.pool), domain, now());
  const messages = async () => {
    const { rows } = await database.pool.query('SELECT count(*)::integer AS count FROM webhook_messages');
    return rows[0].count as number;
  };

  it('with the verification of the owner has one winner', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = nextName();
      const domain = await createDomain(database.pool, owner, {
        name,
        status: 'pending',
        keyState: 'pending',
      });
      await verify(domain);
      const { deps, result } = await goodCheck(domain);
      const { domain: own, claim } = await claimOf(name);
      await race(
        round,
        () => writeCheck(deps, result, now()),
        () => advanceClaim(deps, claim, proven(claim), now()),
      );
      const isOwners = (await readDomain(database.pool, domain.id))?.status === 'verified';
      const isClaimed = (await readDomain(database.pool, own.id))?.isClaimed;
      expect(isClaimed, `round ${round}`).to.equal(!isOwners);
      expect(await readClaim(database.pool, claim)).to.equal(isOwners ? 'blocked' : 'completed');
    }
  });

  it('with another claim of the name has one winner', async () => {
    const deps = claimDeps(database.pool);
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = nextName();
      const one = await claimOf(name, 0);
      const other = await claimOf(name, 1);
      await race(
        round,
        () => advanceClaim(deps, one.claim, proven(one.claim), now()),
        () => advanceClaim(deps, other.claim, proven(other.claim), now()),
      );
      const statuses = [
        await readClaim(database.pool, one.claim),
        await readClaim(database.pool, other.claim),
      ];
      expect(statuses.sort(), `round ${round}`).to.deep.equal(['completed', 'superseded']);
      const claimed = [
        await readDomain(database.pool, one.domain.id),
        await readDomain(database.pool, other.domain.id),
      ];
      expect(claimed.filter((domain) => domain?.isClaimed)).to.have.length(1);
    }
  });

  it('with a check of the domain that it takes ends with the claim, and the check changes nothing after it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = nextName();
      const domain = await createDomain(database.pool, owner, { name });
      await verify(domain);
      const first = await goodCheck(domain);
      await writeCheck(first.deps, first.result, now());
      expect((await readDomain(database.pool, domain.id))?.status).to.equal('verified');
      const { deps, result } = await goodCheck(domain);
      const { domain: own, claim } = await claimOf(name, 0, {
        status: 'blocked',
        blockedReason: 'grace_period',
        blockedUntil: now(),
      });
      await race(
        round,
        () => writeCheck(deps, result, now()),
        () => advanceClaim(deps, claim, proven(claim), now()),
      );
      expect(await readClaim(database.pool, claim), `round ${round}`).to.equal('completed');
      expect((await readDomain(database.pool, own.id))?.isClaimed).to.equal(true);
      const lost = { status: 'failed', reason: 'claimed', isClaimed: false };
      expect(await readDomain(database.pool, domain.id), `round ${round}`).to.deep.equal(lost);
    }
  });

  it('with itself in another process completes it once', async () => {
    const deps = claimDeps(database.pool, 0);
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = nextName();
      await createDomain(database.pool, owner, { name });
      const { claim } = await claimOf(name);
      const advance = () => advanceClaim(deps, claim, proven(claim), now());
      await race(round, advance, advance);
      expect(await readClaim(database.pool, claim), `round ${round}`).to.equal('completed');
    }
    expect(await messages()).to.equal(ROUNDS);
  });

  it('with the deletion of its domain is canceled, or has taken the name before', async () => {
    const deps = { ...claimDeps(database.pool, 0), ids: createIds(clock), inUse: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = nextName();
      const domain = await createDomain(database.pool, owner, { name });
      const { domain: own, claim } = await claimOf(name);
      await race(
        round,
        () => deleteDomain(deps, own, now()),
        () => advanceClaim(deps, claim, proven(claim), now()),
      );
      const status = await readClaim(database.pool, claim);
      const kept = (await readDomain(database.pool, domain.id))?.status;
      expect([status, kept].join(), `round ${round}`).to.be.oneOf(['canceled,verified', 'completed,failed']);
      expect(await readDomain(database.pool, own.id)).to.equal(undefined);
    }
  });

  it('does not begin while no name server answers', async () => {
    const { domain: own, claim } = await claimOf(nextName());
    const silent = answers(
      { kind: 'unanswered', reason: 'timeout' },
      { kind: 'unanswered', reason: 'servfail' },
    );
    await advanceClaim(claimDeps(database.pool), claim, silent, now());
    await advanceClaim(claimDeps(database.pool), claim, [], now());
    expect(await readClaim(database.pool, claim)).to.equal('pending');
    expect((await readDomain(database.pool, own.id))?.isClaimed).to.equal(false);
  });
});
