// The retention of claims.
import { expect } from 'chai';
import { DAY_MS } from '../../../../../shared/platform/time/durations.ts';
import { removeOldClaims } from '../../../../../shared/resources/domains/claims/remove-old.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createAccount, createDomain } from '../../../../support/factories/factories.ts';

describe('The task remove-old-claims', () => {
  const database = useDatabase();

  it('removes claims that have ended 90 days after their start, and no open ones', async () => {
    const now = new Date();
    const { id: accountId } = await createAccount(database.pool);
    const { id: domainId } = await createDomain(database.pool, accountId, { name: 'kept.dev' });
    const insert = (status: string, ageDays: number) =>
      database.pool.query(
        `INSERT INTO domain_claims (id, account_id, domain_id, name, region, status, proof, created_at, expires_at)
         VALUES (gen_random_uuid(), $1, $2, 'kept.dev', '', $3, $4, $5, $5)`,
        [accountId, domainId, status, `${status} ${ageDays}`, new Date(now.getTime() - ageDays * DAY_MS)],
      );
    for (const status of ['completed', 'expired', 'canceled']) {
      await insert(status, 89);
      await insert(status, 91);
    }
    await insert('blocked', 91);
    await removeOldClaims(database.pool, now);
    const { rows } = await database.pool.query('SELECT proof FROM domain_claims ORDER BY proof');
    expect(rows.map(({ proof }) => proof)).to.deep.equal([
      'blocked 91',
      'canceled 89',
      'completed 89',
      'expired 89',
    ]);
  });
});
