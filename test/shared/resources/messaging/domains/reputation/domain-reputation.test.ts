// The compare-and-set of the reputation of a domain: a change that was decided on an older reading changes nothing.
import { expect } from 'chai';
import { transaction } from '../../../../../../shared/platform/db/transaction.ts';
import {
  type Reputation,
  setWarmUp,
} from '../../../../../../shared/resources/foundation/reputation/reputation.ts';
import {
  type DomainReputation,
  findDomainReputations,
  storeDomainReputation,
} from '../../../../../../shared/resources/messaging/domains/reputation/domain-reputation.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';
import { makeRecovering } from '../../../../../support/factories/reputation-factories.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const PAUSED = { status: 'paused', cause: { kind: 'bounces', judged: 203, count: 25 } } as const;

describe('The reputation of a domain', () => {
  const database = useDatabase();
  let id: string;
  beforeEach(async () => {
    id = (await createDomain(database.pool, (await createAccount(database.pool)).id)).id;
  });
  const read = async () =>
    (await findDomainReputations(database.pool, [id]))[0] ?? expect.fail('There is no domain.');
  const store = (before: DomainReputation, changes: Partial<Reputation>) =>
    transaction(database.pool, (client) =>
      storeDomainReputation(client, before, { ...before.reputation, ...changes }),
    );

  it('is not changed on a reading from before another change', async () => {
    const before = await read();
    expect(await store(before, { ...PAUSED, changedAt: NOW })).to.equal(true);
    expect(await store(before, { status: 'warned', changedAt: NOW })).to.equal(false);
    expect((await read()).reputation).to.deep.include(PAUSED);
  });

  it('is not changed on a reading from before a warm-up that began or ended during a recovery', async () => {
    await makeRecovering(database.pool, 'domains', id, { capacity: 200, at: NOW });
    for (const isOn of [true, false]) {
      const before = await read();
      expect(await store(before, setWarmUp(before.reputation, isOn, NOW))).to.equal(true);
      expect(await store(before, { ...PAUSED, changedAt: NOW })).to.equal(false);
      expect((await read()).reputation.warmUpCapacity).to.equal(isOn ? 50 : null);
    }
  });
});
