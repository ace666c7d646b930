// The suppression list: one entry per account and address, the first reason is kept, and writers neither block each
// other nor lose an entry.
import { expect } from 'chai';
import { querySingle } from '../../../../../shared/platform/db/combined-query.ts';
import { transaction } from '../../../../../shared/platform/db/transaction.ts';
import { createSystemClock } from '../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../shared/platform/time/ids.ts';
import { suppressed } from '../../../../../shared/resources/audience/suppressions/find.ts';
import { insertSuppressions } from '../../../../../shared/resources/audience/suppressions/insert.ts';
import type { Suppression } from '../../../../../shared/resources/audience/suppressions/suppression.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createAccount } from '../../../../support/factories/factories.ts';

const AT = new Date('2026-11-20T10:00:00.123Z');

describe('the suppression list', () => {
  const database = useDatabase();
  const ids = createIds(createSystemClock());
  let accountId: string;
  beforeEach(async () => {
    accountId = (await createAccount(database.pool)).id;
  });

  const entry = (address: string, changes: Partial<Suppression> = {}): Suppression => ({
    id: ids.next(),
    accountId,
    address,
    origin: 'bounce',
    emailId: null,
    smtpReply: null,
    reportId: null,
    createdAt: AT,
    ...changes,
  });
  const queues = { wake: () => {} };
  const insert = (...entries: Suppression[]) =>
    transaction(database.pool, (client) => insertSuppressions(client, entries, queues));
  const rows = async () =>
    (
      await database.pool.query(
        'SELECT address, reason, email_id, created_at FROM suppressions WHERE account_id = $1 ORDER BY address',
        [accountId],
      )
    ).rows;

  it('stores the given entries', async () => {
    const emailId = ids.next();
    await insert(entry('a@x.dev', { origin: 'complaint', emailId }), entry('b@x.dev', { origin: 'manual' }));
    expect(await rows()).to.deep.equal([
      { address: 'a@x.dev', reason: 'complaint', email_id: emailId, created_at: AT },
      { address: 'b@x.dev', reason: 'manual', email_id: null, created_at: AT },
    ]);
  });

  it('keeps the first origin of an address, even within one call', async () => {
    await insert(entry('a@x.dev'), entry('a@x.dev', { origin: 'manual', smtpReply: '550 no' }));
    await insert(entry('a@x.dev', { origin: 'complaint' }));
    expect((await rows()).map(({ reason }) => reason)).to.deep.equal(['bounce']);
  });

  it('stores the same address for two accounts', async () => {
    const other = (await createAccount(database.pool)).id;
    await insert(entry('a@x.dev'), entry('a@x.dev', { accountId: other }));
    const asked = [accountId, other].map((owner) => ({ accountId: owner, address: 'a@x.dev' }));
    const findSuppression = await querySingle(database.pool, 'read-suppressed', suppressed(asked));
    expect(asked.map((address) => findSuppression(address)?.origin)).to.deep.equal(['bounce', 'bounce']);
  });

  it('accepts an empty list', async () => {
    await insert();
    expect(await rows()).to.deep.equal([]);
  });

  it('is written in opposite orders at the same time without a deadlock', async () => {
    const addresses = Array.from({ length: 50 }, (_, index) => `r${index}@x.dev`);
    for (let round = 0; round < 10; round += 1) {
      const inOrder = addresses.map((address) => entry(`${round}${address}`));
      await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          insert(
            ...(index % 2 ? inOrder : inOrder.toReversed()).map((each) => ({ ...each, id: ids.next() })),
          ),
        ),
      );
    }
    expect(await rows()).to.have.length(500);
  });

  it('finds an address in any spelling, with the cause', async () => {
    const emailId = ids.next();
    await insert(entry('ünal@x.dev', { emailId, smtpReply: '550 5.1.1 no such user' }));
    const asked = ['ÜNAL@X.dev', 'u\u0308nal@x.dev', 'unal@x.dev'].map((address) => ({ accountId, address }));
    const findSuppression = await querySingle(database.pool, 'read-suppressed', suppressed(asked));
    const smtpReply = '550 5.1.1 no such user';
    const cause = { origin: 'bounce', since: AT, bouncedAt: AT, emailId, smtpReply, reportId: null };
    expect(asked.map(findSuppression)).to.deep.equal([cause, cause, undefined]);
  });
});
