// The verbs for claims of domain names: an operator sees who claims which name of whom, and decides.
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { createClaim } from '../shared/resources/messaging/domains/claims/contested-domains.ts';
import { useDatabase } from '../support/database/database.ts';
import { createAccount, createDomain } from '../support/factories/factories.ts';
import { expectDone, expectRefused } from './run-ops.ts';

describe('ops', () => {
  const database = useDatabase();
  const ops = (...args: string[]) =>
    runCommand(args, {
      DATABASE_URL: database.url,
      DATA_DIR: '/nonexistent',
      PUBLIC_URL: 'https://posthorn.dev',
    });
  let named = 0;
  const contested = async (status: 'pending' | 'blocked') => {
    named += 1;
    const name = `decided${named}.dev`;
    const owner = await createDomain(database.pool, (await createAccount(database.pool)).id, {
      name,
      isVouched: true,
    });
    const { id: accountId } = await createAccount(database.pool);
    const own = await createDomain(database.pool, accountId, { name, status: 'not_started' });
    const blockedReason = status === 'blocked' ? ('operator' as const) : null;
    return { owner, own, claim: await createClaim(database.pool, own, { status, blockedReason }) };
  };
  const statusOf = async (id: string) => {
    const { rows } = await database.pool.query('SELECT status FROM domains WHERE id = $1', [id]);
    return rows[0].status;
  };

  it('list-claims lists the open claims with both accounts, the oldest first', async () => {
    const first = await contested('pending');
    const second = await contested('blocked');
    const ended = await contested('blocked');
    await ops('reject-claim', ended.claim.id);
    const { data } = expectDone(await ops('list-claims')) as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).to.deep.equal([first.claim.id, second.claim.id]);
    expect(data[1]).to.include({
      name: second.own.name,
      status: 'blocked',
      blocked_reason: 'operator',
      account_id: second.own.accountId,
      owner_account_id: second.owner.accountId,
    });
    const limited = expectDone(await ops('list-claims', '--limit', '1')) as { data: { id: string }[] };
    expect(limited.data.map(({ id }) => id)).to.deep.equal([first.claim.id]);
  });

  it('complete-claim moves the name of a blocked claim at once', async () => {
    const { owner, own, claim } = await contested('blocked');
    expect(expectDone(await ops('complete-claim', claim.id))).to.include({
      object: 'domain_claim',
      id: claim.id,
      status: 'completed',
      domain_id: own.id,
    });
    expect(await statusOf(owner.id)).to.equal('failed');
  });

  it('reject-claim leaves the name with its owner', async () => {
    const { owner, claim } = await contested('blocked');
    const rejected = expectDone(await ops('reject-claim', claim.id));
    expect(rejected).to.include({ status: 'failed', failure_reason: 'rejected', blocked_reason: null });
    expect(await statusOf(owner.id)).to.equal('verified');
  });

  it('both refuse a claim that has ended, complete-claim one that is not blocked, and an id of nothing', async () => {
    const { claim } = await contested('pending');
    expect(expectRefused(await ops('complete-claim', claim.id), 1)).to.contain('pending');
    await ops('reject-claim', claim.id);
    expect(expectRefused(await ops('reject-claim', claim.id), 1)).to.contain('failed');
    for (const id of ['claim', claim.accountId])
      for (const verb of ['complete-claim', 'reject-claim'])
        expect(expectRefused(await ops(verb, id), 1)).to.contain('not found');
  });
});
