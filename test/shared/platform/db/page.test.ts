// Keyset pagination stays fast: any page of a long list is read from an index, beginning at its cursor.
import { expect } from 'chai';
import type { Database, Queryable } from '../../../../shared/platform/db/connect.ts';
import type { PageRequest } from '../../../../shared/platform/db/page.ts';
import { listApiKeys } from '../../../../shared/resources/api-keys/list.ts';
import { listDomains } from '../../../../shared/resources/domains/list.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { explain, type Plan } from '../../../support/database/plans.ts';
import { createAccount } from '../../../support/factories/factories.ts';

const ROWS = 20_000;
const OTHERS = 5;
/** The rows that a plan may read: a page of 20, and one row more to know whether another page follows. */
const MOST_ROWS_READ = 21;

/** An id in the middle of the list: the first group of the ids counts upward. */
const MIDDLE = '00002710-0000-7000-8000-000000000000';

describe('a page of a long list', () => {
  const database = useDatabase();
  let accountId: string;
  before(async () => {
    const accounts = [];
    for (let count = 0; count <= OTHERS; count += 1) accounts.push((await createAccount(database.pool)).id);
    accountId = accounts[0] ?? expect.fail('There is no account.');
    for (const [index, id] of accounts.entries()) {
      await database.pool.query(
        `INSERT INTO domains (id, account_id, name)
         SELECT (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || lpad($2::text, 12, '0'))::uuid, $1, n || '.test'
         FROM generate_series(1, $3::int) AS n`,
        [id, index, ROWS],
      );
      await database.pool.query(
        `INSERT INTO api_keys (id, account_id, name, prefix, permission, key_hash)
         SELECT (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || lpad($2::text, 12, '0'))::uuid, $1, 'key', 'ph_',
           'full_access', sha256(($2::text || '/' || n)::bytea)
         FROM generate_series(1, $3::int) AS n`,
        [id, index, ROWS],
      );
    }
    await database.pool.query('ANALYZE domains, api_keys');
  });

  /** Runs a list and returns the plan of its statement. */
  async function planOf(
    list: (pool: Database, id: string, page: PageRequest) => Promise<unknown>,
    page: PageRequest,
  ): Promise<Plan[]> {
    const run = (explaining: Queryable) => list(explaining as Database, accountId, page);
    const plans = await explain(database.pool, run, 'ANALYZE, FORMAT JSON');
    return plans.at(-1) ?? expect.fail('Nothing was asked.');
  }

  for (const [name, list, index] of [
    ['domains', listDomains, 'domains_page'],
    ['API keys', listApiKeys, 'api_keys_page'],
  ] as const) {
    for (const [which, page] of [
      ['the first page', {}],
      ['a page after a cursor', { after: MIDDLE }],
      ['a page before a cursor', { before: MIDDLE }],
    ] as const) {
      it(`of ${name} reads ${which} from ${index} without a sort`, async () => {
        const nodes = await planOf(list, { limit: 20, ...page });
        expect(nodes.map((node) => node['Node Type'])).to.deep.equal(['Limit', 'Index Scan']);
        expect(nodes[1]).to.include({ 'Index Name': index });
        expect(nodes[1]?.['Actual Rows']).to.equal(MOST_ROWS_READ);
      });
    }
  }
});
