// The counts of addresses that are kept: a sender that makes up addresses must not fill the table.
import { expect } from 'chai';
import { removeOldAddresses } from '../../../../../shared/resources/messaging/receiving/addresses/remove-old.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createAccount } from '../../../../support/factories/factories.ts';

describe('the counts of addresses', () => {
  const database = useDatabase();

  it('are those of the 10,000 of each account that received last, once retention has run', async () => {
    const { pool } = database;
    const full = await createAccount(pool);
    const small = await createAccount(pool);
    for (const [{ id }, count] of [
      [full, 11_500],
      [small, 2],
    ] as const)
      await pool.query(
        `INSERT INTO received_addresses (account_id, address, count, last_received_at)
         SELECT $1, n || '@acme.dev', 1, now() - n * interval '1 s' FROM generate_series(1, $2::integer) AS n`,
        [id, count],
      );
    let pieces = 1;
    while (await removeOldAddresses(pool as never)) pieces += 1;
    const { rows } = await pool.query(
      `SELECT account_id, count(*)::integer, max(split_part(address, '@', 1)::integer) AS oldest
       FROM received_addresses GROUP BY account_id ORDER BY account_id`,
    );
    expect([pieces, rows]).to.deep.equal([
      2,
      [
        { account_id: full.id, count: 10_000, oldest: 10_000 },
        { account_id: small.id, count: 2, oldest: 2 },
      ],
    ]);
  });
});
