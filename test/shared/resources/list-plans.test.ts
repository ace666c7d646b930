// A page of every list is read by the index of the list, however many rows other owners have. The test finds the lists
// itself, fills their tables and checks Postgres' plans of the real statements. What filters cost is in the tests of the
// lists that have some for large tables.
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { type List, rowsOf } from '../../../shared/platform/db/list.ts';
import type { PageRequest } from '../../../shared/platform/db/page.ts';
import { useDatabase } from '../../support/database/database.ts';
import { analyzePages, scansOf } from '../../support/database/plans.ts';

const OWNERS = 50;
const ROWS_EACH = 200;
const RESOURCES = new URL('../../../shared/resources/', import.meta.url);

type AnyList = List<object, { accountId?: string; activeAt?: Date }>;

/** Every list that a file of shared/resources exports, by its name. */
const lists = (
  await Promise.all(
    readdirSync(RESOURCES, { recursive: true, encoding: 'utf8' })
      .filter(
        (file) => file.endsWith('.ts') && /: List</.test(readFileSync(new URL(file, RESOURCES), 'utf8')),
      )
      .map((file) => import(`${RESOURCES}${file}`)),
  )
)
  .flatMap((module) => Object.entries<AnyList>(module))
  .filter(([, value]) => typeof value === 'object' && 'within' in value);

/** Type of a column → a value of row `n` of an owner, as SQL. */
const VALUES: Readonly<Record<string, string>> = {
  uuid: "md5('row ' || n)::uuid",
  // The payload of a webhook's message must be JSON.
  text: "to_json(owner || ' ' || n)::text",
  bytea: "sha256((owner || ' ' || n)::bytea)",
  integer: 'n',
  smallint: '1',
  boolean: 'false',
  'timestamp with time zone': "now() + interval '1 day'",
  json: "'{}'",
  jsonb: "'{}'",
  ARRAY: "'{}'",
};

describe('the page of a list', () => {
  const database = useDatabase();
  const accountId = '01900000-0000-7000-8000-000000000001';
  const owners = Array.from(
    { length: OWNERS },
    (_, n) => `01900000-0000-7000-8000-${String(n + 1).padStart(12, '0')}`,
  );

  /** Fills a table with any values, so that each owner has rows. Rules for single columns do not matter to a plan. */
  async function fill(table: string, ownerColumn: string): Promise<void> {
    const { rows: constraints } = await database.pool.query<{ name: string }>(
      `SELECT conname AS name FROM pg_constraint
       WHERE conrelid = $1::regclass AND contype IN ('c', 'f') AND conparentid = 0`,
      [table],
    );
    for (const { name } of constraints)
      await database.pool.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    // Lists show what is parsed.
    const { rows: columns } = await database.pool.query<{ name: string; type: string }>(
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns
       WHERE table_name = $1 AND (is_nullable = 'NO' OR column_name = 'parsed_at') AND column_default IS NULL AND is_identity = 'NO'
         AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'account_id', $2)`,
      [table, ownerColumn],
    );
    const others = columns.map(({ name, type }) => [name, VALUES[type] ?? expect.fail(`${table}: ${type}`)]);
    if (ownerColumn !== 'account_id') others.push(['account_id', `'${accountId}'`]);
    await database.pool.query(
      `INSERT INTO ${table} (${['id', ownerColumn, ...others.map(([name]) => name)].join(', ')})
       SELECT ${["uuid_v7(now() + n * interval '1 ms')", 'owner::uuid', ...others.map(([, value]) => value)].join(', ')}
       FROM generate_series(1, $2::integer) AS n, unnest($1::text[]) AS owner`,
      [owners, ROWS_EACH],
    );
    await database.pool.query(`ANALYZE ${table}`);
  }

  /** Lists the page in the middle of an owner's rows, and both ends of the list. */
  async function expectIndexOf(name: string, list: AnyList): Promise<void> {
    const [table, column] = placeOf(name, list);
    const owner = owners[OWNERS / 2] ?? '';
    const { rows } = await database.pool.query<{ id: string }>(
      `SELECT id FROM ${table} WHERE ${column} = $1 ORDER BY id OFFSET $2 LIMIT 1`,
      [owner, ROWS_EACH / 2],
    );
    const filters = { accountId: column === 'account_id' ? owner : accountId, activeAt: new Date() };
    const listed = (page: PageRequest) => rowsOf(list, owner, page, filters);
    for (const { page, nodes } of await analyzePages(database.pool, rows[0]?.id ?? '', listed)) {
      // The files of a received email, the counters of a campaign and the providers of a domain are sorted, each for one row of the page.
      const sorts = nodes
        .filter((node) => node['Node Type'] === 'Sort')
        .flatMap((node) => node['Sort Key'] ?? []);
      expect(
        sorts.filter((key) => !/position|campaign_metrics\.metric|choice|way/.test(key)),
        page,
      ).to.deep.equal([]);
      // One per partition.
      const scans = scansOf(nodes, new RegExp(`^${table}(_|$)`));
      for (const scan of scans)
        expect(await columnsOf(scan['Index Name']), page).to.include(`(${column}, id`);
      expect(
        scans.reduce((sum, scan) => sum + scan['Actual Rows'], 0),
        page,
      ).to.equal(21);
    }
  }

  async function columnsOf(
    index: string = expect.fail('The table is read as a whole.'),
  ): Promise<string | undefined> {
    const { rows } = await database.pool.query<{ columns: string }>(
      'SELECT pg_get_indexdef($1::regclass) AS columns',
      [index],
    );
    return rows[0]?.columns;
  }

  before(async () => {
    await database.pool.query(
      `INSERT INTO people (id, email, name, created_at)
       SELECT ${VALUES['uuid']}, n || '@team.dev', 'Bo', now() FROM generate_series(1, $1::integer) AS n`,
      [ROWS_EACH],
    );
    for (const [name, list] of lists) await fill(...placeOf(name, list));
  });

  for (const [name, list] of lists)
    it(`is read by the index of ${name}, in every direction`, () => expectIndexOf(name, list));

  it('would be found to be slow without its index', async () => {
    await database.pool.query('DROP INDEX topics_page');
    const list = lists.find(([name]) => name === 'TOPIC_LIST') ?? expect.fail('There is no such list.');
    const fault = await expectIndexOf(...list).catch((error: Error) => error);
    expect(fault).to.be.an('Error');
  });
});

/** The table of a list, and the column of the owner in it. */
function placeOf(name: string, { from, within }: AnyList): [table: string, column: string] {
  return name === 'MEMBER_LIST' ? ['members', 'account_id'] : [from, within];
}
