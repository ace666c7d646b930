// What the migration 0016-contacts makes for accounts and domains that exist already.
import { expect } from 'chai';
import type { Pool } from 'pg';
import { createSystemClock } from '../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../shared/platform/time/ids.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createUpgradedDatabase } from '../../../../support/database/upgraded-database.ts';

describe('the migration of accounts that exist already (0016)', () => {
  const ids = createIds(createSystemClock());
  const createAccount = async (pool: Pool, name: string, ...domains: string[]) => {
    const accountId = ids.next();
    await pool.query("INSERT INTO accounts (id, name, plan_id) VALUES ($1, $2, 'free')", [accountId, name]);
    for (const domain of domains) {
      const values = [ids.next(), accountId, domain];
      await pool.query('INSERT INTO domains (id, account_id, name) VALUES ($1, $2, $3)', values);
    }
  };
  const database = useDatabase(() =>
    createUpgradedDatabase({
      last: '0015-suppressions',
      async fill(pool) {
        await createAccount(pool, 'none');
        await createAccount(pool, 'one', 'z.dev');
        await createAccount(pool, 'three', 'y.dev', 'a.dev', 'm.dev');
      },
    }),
  );

  it('gives each account a default audience, which its oldest domain uses, and each other domain its own', async () => {
    const { rows } = await database.pool.query(
      `SELECT accounts.name AS account, audiences.name AS audience, audiences.is_default AS "isDefault", domains.name AS domain
       FROM accounts JOIN audiences ON audiences.account_id = accounts.id
       LEFT JOIN domains ON domains.audience_id = audiences.id AND domains.account_id = accounts.id
       ORDER BY accounts.name, audiences.is_default DESC, audiences.name`,
    );
    expect(rows).to.deep.equal([
      { account: 'none', audience: 'Default', isDefault: true, domain: null },
      { account: 'one', audience: 'Default', isDefault: true, domain: 'z.dev' },
      { account: 'three', audience: 'Default', isDefault: true, domain: 'y.dev' },
      { account: 'three', audience: 'a.dev', isDefault: false, domain: 'a.dev' },
      { account: 'three', audience: 'm.dev', isDefault: false, domain: 'm.dev' },
    ]);
  });
});
