// The cost of a page of logs does not depend on the number of logs, neither of its account nor of others: one filter is
// served by an index, further filters search a limited number of logs. The tests check Postgres' plans of the real
// statements.
import { expect } from 'chai';
import { type PageRequest, SEARCH_WINDOW } from '../../../../../shared/platform/db/page.ts';
import { requireLog } from '../../../../../shared/resources/foundation/logs/find.ts';
import { findCreatingLog } from '../../../../../shared/resources/foundation/logs/find-creating.ts';
import { type LogFilters, listedLogs } from '../../../../../shared/resources/foundation/logs/list.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import {
  analyze,
  analyzePages,
  expectIndex,
  explain,
  rowsRead,
  scansOf,
  sumRead,
  type Work,
} from '../../../../support/database/plans.ts';
import { extent } from '../../../../support/extent.ts';

const ROWS = extent('PLAN_ROWS', 120_000, 200_000);
/** Rows per INSERT, so that it ends within the statement timeout on a busy machine too. */
const ROWS_AT_A_TIME = 40_000;
/** Nine of ten logs belong to the large account, the others to a hundred small accounts. */
const LARGE = '01900000-0000-7000-8000-000000000001';
const SMALL = '01900000-0000-7000-8000-000000000005';
/** Rows that a page may read: some per partition, not thousands. */
const MOST_ROWS_READ = 1_000;

describe('the list of logs in a large table', () => {
  const database = useDatabase();
  let middle: string;

  before(async () => {
    for (let first = 1; first <= ROWS; first += ROWS_AT_A_TIME) await insertLogs(first);
    await database.pool.query('ANALYZE logs');
    const { rows } = await database.pool.query<{ id: string }>(
      'SELECT id FROM logs WHERE account_id = $1 ORDER BY id OFFSET $2 LIMIT 1',
      [LARGE, ROWS / 4],
    );
    middle = rows[0]?.id ?? '';
  });

  /**
   * Spreads logs over the first days of all months that have a partition, so that no partition is empty. Rare values:
   * DELETE, 4xx, 5xx, one path.
   */
  async function insertLogs(first: number): Promise<void> {
    await database.pool.query(
      `INSERT INTO logs (id, account_id, api_key_id, request_id, method, endpoint, response_status, duration_ms,
                         user_agent, error_name, created_at)
       SELECT (extract(epoch FROM at) * 1000)::bigint * 1048576 + n, account, account, 'request-' || n,
              CASE WHEN n % 5000 = 0 THEN 'DELETE' ELSE 'POST' END,
              CASE WHEN n % 4000 = 0 THEN '/domains' ELSE '/emails' END,
              CASE WHEN n % 3000 = 0 THEN 422 WHEN n % 7000 = 0 THEN 503 ELSE 200 END, 3, 'acme/1.0',
              CASE WHEN n % 3000 = 0 THEN CASE WHEN n % 9000 = 0 THEN 'invalid_to_address' ELSE 'validation_error' END
                   WHEN n % 7000 = 0 THEN 'application_error' END, at
       FROM generate_series($1::integer, $2::integer) AS n,
            LATERAL (SELECT date_trunc('month', now()) + (n / 40 % 5 - 1) * interval '1 month' + n * interval '1 s') AS t (at),
            LATERAL (SELECT CASE WHEN n % 10 > 0 THEN $3::uuid
                                 ELSE ('01900000-0000-7000-8000-' || lpad((5 + n / 10 % 100)::text, 12, '0'))::uuid END)
              AS a (account)`,
      [first, first + ROWS_AT_A_TIME - 1, LARGE],
    );
  }

  const monthsOn = (months: number) =>
    new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + months, 1));
  const sinceMonth = monthsOn(0);
  const untilMonth = monthsOn(2);
  const cases: [accountId: string, filters: LogFilters, index: RegExp][] = [
    [LARGE, {}, /account_id_id/],
    [SMALL, {}, /account_id_id/],
    [LARGE, { since: sinceMonth }, /account_id_id/],
    [LARGE, { until: untilMonth }, /account_id_id/],
    [LARGE, { method: 'DELETE' }, /method/],
    [LARGE, { method: 'POST' }, /account_id/],
    [LARGE, { method: 'PUT' }, /method/],
    [LARGE, { endpoint: '/domains' }, /endpoint/],
    [LARGE, { endpoint: '/nothing' }, /endpoint/],
    [LARGE, { endpoint: '/emails' }, /account_id/],
    [LARGE, { status: { class: 4 } }, /expr/],
    [LARGE, { status: { class: 5 } }, /expr/],
    [LARGE, { status: { class: 3 } }, /expr/],
    [LARGE, { status: { class: 2 } }, /account_id/],
    [LARGE, { status: { exactly: 503 } }, /expr/],
    [LARGE, { status: { exactly: 404 } }, /expr/],
    [LARGE, { status: { class: 5 }, endpoint: '/emails', method: 'POST' }, /expr/],
    [LARGE, { errorName: 'invalid_to_address' }, /error_name/],
    [LARGE, { errorName: 'not_found' }, /error_name/],
    [LARGE, { errorName: 'validation_error', status: { class: 4 }, q: 'nothing' }, /error_name/],
    [LARGE, { endpoint: '/domains', method: 'DELETE' }, /endpoint/],
    [LARGE, { method: 'DELETE', status: { class: 2 }, q: 'nothing' }, /method/],
    [SMALL, { q: 'nothing' }, /account_id_id/],
  ];
  it('reads only rows of its account for a page, by an index', async () => {
    for (const [accountId, filters, index] of cases) {
      const listed = (page: PageRequest) => listedLogs(accountId, filters, page);
      const most = filters.q && accountId === SMALL ? 2_000 : MOST_ROWS_READ;
      for (const { page, nodes } of await analyzePages(database.pool, middle, listed)) {
        const row = JSON.stringify([accountId, filters, page]);
        expectIndex(nodes, index, row);
        for (const scan of scansOf(nodes)) {
          const about = `${row}: ${JSON.stringify(scan)}`;
          expect(scan['Index Cond'] ?? scan['Node Type'], about).to.match(/account_id|Bitmap/);
          expect(rowsRead(scan), about).to.be.at.most(most);
        }
      }
    }
  });

  it('reads a limited number of logs for filters that match none', async () => {
    const none: LogFilters[] = [
      { q: 'nothing' },
      { endpoint: '/emails', method: 'PUT' },
      { status: { exactly: 201 } },
    ];
    for (const filters of none) {
      const listed = (page: PageRequest) => listedLogs(LARGE, filters, page);
      const [first] = await analyzePages(database.pool, middle, listed);
      // Postgres reads one row ahead in each partition.
      const read = sumRead(scansOf(first?.nodes ?? []));
      expect(read, JSON.stringify(filters)).to.be.within(SEARCH_WINDOW, SEARCH_WINDOW + 10);
    }
  });

  it('reads a limited number of logs of the account, and of no other, for a request whose log is gone', async () => {
    for (const [accountId, most] of [
      [LARGE, SEARCH_WINDOW + 100],
      [SMALL, 2_000],
    ] as const) {
      const lost = { accountId, endpoint: '/emails', id: SMALL, createdAt: monthsOn(12) };
      const scans = scansOf(await analyze(database.pool, (explaining) => findCreatingLog(explaining, lost)));
      for (const scan of scans)
        expect(scan['Index Cond'] ?? scan['Node Type'], JSON.stringify(scan)).to.match(/account_id|Bitmap/);
      expect(sumRead(scans), accountId).to.be.within(1, most);
    }
  });

  it('reads one log by its id from one partition', async () => {
    // EXPLAIN returns no row, so requireLog throws.
    const read: Work = (explaining) => requireLog(explaining, LARGE, middle).catch(() => undefined);
    const scans = scansOf((await explain(database.pool, read)).flat(), /^logs/);
    expect(scans.map((node) => node['Index Name'])).to.have.length(1);
    expect(scans[0]?.['Index Name']).to.match(/pkey$|account_id_id/);
  });
});
