// Which addresses are confirmed is asked for every group of emails from the sandbox, so it must not depend on how many
// members and addresses there are. The test checks Postgres' plan of the real statement.
import { expect } from 'chai';
import { findConfirmed } from '../../../../../shared/resources/foundation/accounts/confirmed-addresses.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { explain, rowsRead, scansOf } from '../../../../support/database/plans.ts';
import { createAccount } from '../../../../support/factories/factories.ts';

const ROWS = 50_000;

describe('The look-up of confirmed addresses', () => {
  const database = useDatabase();

  it('reads what it asks for by indexes, however many members and addresses there are', async () => {
    const { pool } = database;
    const { id: accountId } = await createAccount(pool);
    const { id: largeId } = await createAccount(pool);
    await pool.query(
      `WITH numbers AS (SELECT n FROM generate_series(1, ${ROWS}) AS n),
       confirmed AS (INSERT INTO confirmed_addresses (account_id, address) SELECT $1, n || '@customer.dev' FROM numbers),
       person AS (
         INSERT INTO people (id, email, name, confirmed_at, created_at)
         SELECT uuid_v7(now()), n || '@team.dev', 'Ada', now(), now() FROM numbers RETURNING id)
       INSERT INTO members (id, account_id, person_id, role, is_proven, created_at)
       SELECT uuid_v7(now()), $1, id, 'member', true, now() FROM person`,
      [largeId],
    );
    await pool.query('ANALYZE confirmed_addresses, people, members');
    const asked = Array.from({ length: 100 }, (_, n) => ({
      accountId: n % 2 ? accountId : largeId,
      address: `${n}@team.dev`,
    }));
    const plans = await explain(pool, (client) => findConfirmed(client, asked), 'ANALYZE, FORMAT JSON');
    expect(plans).to.have.length(1);
    const scans = scansOf(plans.flat());
    expect(scans.map((node) => node['Relation Name'])).to.have.members([
      'confirmed_addresses',
      'people',
      'members',
    ]);
    for (const scan of scans) {
      expect(scan['Node Type'], scan['Relation Name']).to.match(/^(Index|Bitmap)/);
      expect(rowsRead(scan)).to.be.below(250);
    }
  });
});
