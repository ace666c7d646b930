// The cost of a page of the suppression list does not depend on the number of entries, neither of its account nor of
// others, and a look-up reads only the entries that it asks for. The tests check Postgres' plans of the real
// statements.
import { expect } from 'chai';
import type { Queryable } from '../../../../shared/platform/db/connect.ts';
import { findPage } from '../../../../shared/platform/db/page.ts';
import { requireSuppression } from '../../../../shared/resources/suppressions/find.ts';
import {
  listedSuppressions,
  type SuppressionFilters,
} from '../../../../shared/resources/suppressions/list.ts';
import { listSuppressionsOf } from '../../../../shared/resources/suppressions/list-of.ts';
import { useDatabase } from '../../../support/database.ts';
import { explain, type Plan } from '../../../support/plans.ts';

const ROWS = 100_000;
/** Nine of ten entries belong to the large account, the others to a hundred small accounts. */
const LARGE = '01900000-0000-7000-8000-000000000001';
const SMALL = '01900000-0000-7000-8000-000000000005';
const MOST_ROWS_READ = 100;

/** Rows that a scan read, including those that it filtered out. */
function rowsRead(node: Plan): number {
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}

describe('a large suppression list', function () {
  this.timeout(60_000);
  const database = useDatabase();
  let middle: string;

  before(async () => {
    const accounts = Array.from({ length: 100 }, (_, index) => accountAt(index + 5)).concat(LARGE);
    await database.pool.query(
      `INSERT INTO accounts (id, name, plan_id, production_access)
       SELECT id, 'a', 'unlimited', true FROM unnest($1::uuid[]) AS account (id)`,
      [accounts],
    );
    // Complaints are rare.
    await database.pool.query(
      `INSERT INTO suppressions (id, account_id, address, reason, created_at)
       SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
              CASE WHEN n % 10 > 0 THEN $2::uuid
                   ELSE ('01900000-0000-7000-8000-' || lpad((5 + n / 10 % 100)::text, 12, '0'))::uuid END,
              'bo' || n || '@x.dev', CASE WHEN n % 5000 = 1 THEN 'complaint' ELSE 'bounce' END, now()
       FROM generate_series(1, $1::integer) AS n`,
      [ROWS, LARGE],
    );
    await database.pool.query('ANALYZE suppressions');
    const { rows } = await database.pool.query<{ id: string }>(
      'SELECT id FROM suppressions WHERE account_id = $1 ORDER BY id OFFSET 50000 LIMIT 1',
      [LARGE],
    );
    middle = rows[0]?.id ?? '';
  });

  const accountAt = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;

  /** Expects that a statement reads few rows, by an index. */
  async function expectCheap(
    work: (explaining: Queryable) => Promise<unknown>,
    mostRowsRead = MOST_ROWS_READ,
  ): Promise<void> {
    const plans = await explain(database.pool, work, 'ANALYZE, FORMAT JSON');
    expect(plans).to.have.length(1);
    const scans = plans.flat().filter((node) => node['Relation Name'] === 'suppressions');
    expect(scans).not.to.deep.equal([]);
    for (const scan of scans) {
      expect(scan['Index Name'], JSON.stringify(scan)).to.match(/^suppressions_/);
      expect(rowsRead(scan), JSON.stringify(scan)).to.be.at.most(mostRowsRead);
    }
  }

  const cases: [accountId: string, filters: SuppressionFilters][] = [
    [LARGE, {}],
    [SMALL, {}],
    [LARGE, { origin: 'bounce' }],
    [SMALL, { origin: 'bounce' }],
    [LARGE, { origin: 'complaint' }],
    [LARGE, { origin: 'manual' }],
    [LARGE, { address: 'bo1@x.dev' }],
    [LARGE, { address: 'nobody@x.dev' }],
    [LARGE, { address: 'bo1@x.dev', origin: 'bounce' }],
  ];
  for (const [accountId, filters] of cases) {
    for (const direction of ['first', 'after', 'before'] as const) {
      it(`reads few entries of a ${accountId === LARGE ? 'large' : 'small'} account for the page "${direction}" by ${JSON.stringify(filters)}`, async () => {
        const page = { limit: 20, ...(direction !== 'first' && { [direction]: middle }) };
        await expectCheap((explaining) => findPage(explaining, listedSuppressions(accountId, filters), page));
      });
    }
  }

  it('reads only the entries of certain addresses', async () => {
    const addresses = Array.from({ length: 150 }, (_, index) => `bo${index}@x.dev`);
    await expectCheap((explaining) => listSuppressionsOf(explaining, LARGE, addresses), 2 * addresses.length);
  });

  it('reads one entry by its id or address', async () => {
    // EXPLAIN returns no row, so requireSuppression throws.
    for (const key of [{ id: middle }, { address: 'bo1@x.dev' }])
      await expectCheap((explaining) => requireSuppression(explaining, LARGE, key).catch(() => undefined));
  });
});
