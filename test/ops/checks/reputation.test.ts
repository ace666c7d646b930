// What `ops check` says about domains and accounts that are paused.
import { expect } from 'chai';
import { checkReputation } from '../../../ops/checks/reputation.ts';
import type { OpsDeps } from '../../../ops/verb.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createAccount, createDomain } from '../../support/factories/factories.ts';
import { makePaused, makeRecovering } from '../../support/factories/reputation-factories.ts';
import { createTestClock } from '../../support/time/clock.ts';

const AT = new Date('2026-11-20T12:00:00.000Z');

describe('The check of reputation', () => {
  const database = useDatabase();
  const check = () =>
    checkReputation({ database: database.pool, clock: createTestClock() } as unknown as OpsDeps);

  it('advises to look at what is paused, and names its cause and the verb that ends it', async () => {
    const { id } = await createAccount(database.pool);
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => createDomain(database.pool, id)));
    if (!first || !second || !third) return expect.fail('There are three domains.');
    await makeRecovering(database.pool, 'domains', third.id, { capacity: 50 });
    expect((await check()).map(({ status }) => status)).to.deep.equal(['met']);
    await makePaused(database.pool, 'domains', first.id, { at: AT });
    await makePaused(database.pool, 'domains', second.id, { cause: { kind: 'operator', reason: 'Spam' } });
    await makePaused(database.pool, 'accounts', id, {
      at: AT,
      cause: { kind: 'complaints', judged: 9, count: 5 },
    });
    const found = await check();
    expect(found.map(({ status }) => status)).to.deep.equal(['advice', 'advice', 'advice']);
    const messages = found.map(({ message }) => message).join('\n');
    expect(messages)
      .to.include(`The domain ${first.name} is paused since ${AT.toISOString()} because of its bounces`)
      .and.include(`The domain ${second.name} was paused by an operator`)
      .and.include(`The account ${id} is paused since ${AT.toISOString()} because of its complaints`)
      .and.not.include(third.name);
  });
});
