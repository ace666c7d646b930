// The cost of a page of the suppression list does not depend on the number of entries, neither of its account nor of
// others, and a look-up reads only the entries that it asks for. The tests check Postgres' plans of the real
// statements.
import { expect } from 'chai';
import { rowsOf } from '../../../../../shared/platform/db/list.ts';
import type { PageRequest } from '../../../../../shared/platform/db/page.ts';
import { requireSuppression } from '../../../../../shared/resources/audience/suppressions/find.ts';
import {
  SUPPRESSION_LIST,
  type SuppressionFilters,
} from '../../../../../shared/resources/audience/suppressions/list.ts';
import { listSuppressionsOf } from '../../../../../shared/resources/audience/suppressions/list-of.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import {
  analyze,
  analyzePages,
  explain,
  type Plan,
  rowsRead,
  scansOf,
  type Work,
} from '../../../../support/database/plans.ts';
import { extent } from '../../../../support/extent.ts';

const ROWS = extent('PLAN_ROWS', 40_000, 200_000);
/** Nine of ten entries belong to the large account, the others to a hundred small accounts. */
const LARGE = '01900000-0000-7000-8000-000000000001';
const SMALL = '01900000-0000-7000-8000-000000000005';
const MOST_ROWS_READ = 100;

describe('a large suppression list', () => {
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
      'SELECT id FROM suppressions WHERE account_id = $1 ORDER BY id OFFSET $2 LIMIT 1',
      [LARGE, ROWS / 2],
    );
    middle = rows[0]?.id ?? '';
  });

  const accountAt = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;

  /** Expects that a statement reads few rows, by an index. */
  function expectCheap(nodes: readonly Plan[], row: string, mostRowsRead = MOST_ROWS_READ): void {
    const scans = scansOf(nodes, /^suppressions$/);
    expect(scans, row).not.to.deep.equal([]);
    for (const scan of scans) {
      expect(scan['Index Name'], `${row}: ${JSON.stringify(scan)}`).to.match(/^suppressions_/);
      expect(rowsRead(scan), `${row}: ${JSON.stringify(scan)}`).to.be.at.most(mostRowsRead);
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
  it('reads few entries for a page', async () => {
    for (const [accountId, filters] of cases) {
      const listed = (page: PageRequest) => rowsOf(SUPPRESSION_LIST, accountId, page, filters);
      for (const { page, nodes } of await analyzePages(database.pool, middle, listed))
        expectCheap(nodes, JSON.stringify([accountId, filters, page]));
    }
  });

  it('reads only the entries of certain addresses, and one entry by its id or address', async () => {
    const addresses = Array.from({ length: 150 }, (_, index) => `bo${index}@x.dev`);
    const list: Work = (explaining) => listSuppressionsOf(explaining, LARGE, addresses);
    const [nodes = [], ...others] = await explain(database.pool, list, 'ANALYZE, FORMAT JSON');
    expect(others).to.deep.equal([]);
    expectCheap(nodes, 'addresses', 2 * addresses.length);
    // EXPLAIN returns no row, so requireSuppression throws.
    for (const key of [{ id: middle }, { address: 'bo1@x.dev' }]) {
      const find: Work = (on) => requireSuppression(on, LARGE, key).catch(() => undefined);
      expectCheap(await analyze(database.pool, find), JSON.stringify(key));
    }
  });
});
