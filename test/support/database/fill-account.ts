// Gives an account a row in every table that its deletion removes rows of: with the objects that the tests of the API use, and,
// in tables of which these have none, with rows that are made from the columns and the checks.
import type { Pool } from 'pg';
import { STAYING_TABLES } from '../../../shared/resources/account-tables.ts';
import { SPECIMENS } from '../../api/specimens.ts';
import { factoryIds as ids } from '../factories/factory-ids.ts';

interface Column {
  table: string;
  name: string;
  type: string;
  isNeeded: boolean;
}

type Values = Record<string, unknown>;

/** All tables, without partitions. */
export async function listTables(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Tables with rows of accounts, in addition to those of the list. */
const FILLED_TOO = ['members', 'people', 'audit_events'];

/** Gives it the rows. */
export async function fillAccount(pool: Pool, accountId: string): Promise<void> {
  const tables = (await listTables(pool)).filter(
    (table) => FILLED_TOO.includes(table) || !(table in STAYING_TABLES),
  );
  const before = await countRows(pool, tables);
  for (const { create } of Object.values(SPECIMENS)) await create?.(pool, accountId);
  await pool.query(
    'UPDATE campaigns SET dispatch_id = uuid_v7(now()) WHERE account_id = $1 AND dispatch_id IS NULL',
    [accountId],
  );
  const after = await countRows(pool, tables);
  const columns = await listColumns(pool);
  for (const table of tables)
    if (before.get(table) === after.get(table)) await insertRow(pool, { table, accountId, columns });
}

async function countRows(pool: Pool, tables: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const table of tables)
    counts.set(table, (await pool.query(`SELECT count(*)::integer AS n FROM ${table}`)).rows[0].n);
  return counts;
}

async function listColumns(pool: Pool): Promise<Column[]> {
  const { rows } = await pool.query<Column>(
    `SELECT relname AS table, attname AS name, format_type(atttypid, NULL) AS type,
            attnotnull AND NOT atthasdef AS "isNeeded"
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND attnum > 0 AND NOT attisdropped`,
  );
  return rows;
}

/** Tables whose rows are found by an id that has another name, or that refer to stored bytes. */
const SPECIAL: Readonly<Record<string, (pool: Pool, accountId: string) => Promise<Values>>> = {
  email_kept_messages: async (pool, accountId) => ({
    id: await idIn(pool, 'emails', accountId),
    content_id: await storeBytes(pool),
  }),
  email_attachments: async (pool) => ({ stored_id: await storeBytes(pool), size: 1 }),
  provider_choices: (_, accountId) => Promise.resolve({ provider: 'default', account_id: accountId }),
  campaign_recipients: async (pool, accountId) => ({
    dispatch_id: await idIn(pool, 'campaigns', accountId, 'dispatch_id'),
  }),
  automation_step_runs: async (pool, accountId) => ({
    run_id: await idIn(pool, 'automation_runs', accountId),
  }),
  segment_recounts: async (pool, accountId) => ({ id: await idIn(pool, 'segments', accountId) }),
  webhook_attempts: async (pool, accountId) => ({
    message_id: await idIn(pool, 'webhook_messages', accountId),
  }),
  sign_in_challenges: async (pool, accountId) => ({
    person_id: await idIn(pool, 'members', accountId, 'person_id'),
    token_hash: hash(),
  }),
};

async function insertRow(
  pool: Pool,
  { table, accountId, columns }: { table: string; accountId: string; columns: readonly Column[] },
): Promise<void> {
  const values: Values = {};
  for (const column of columns.filter((each) => each.table === table && each.isNeeded))
    values[column.name] = await valueFor(pool, column, accountId);
  Object.assign(values, await SPECIAL[table]?.(pool, accountId));
  const names = Object.keys(values);
  await pool.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(values),
  );
}

async function valueFor(pool: Pool, { table, name, type }: Column, accountId: string): Promise<unknown> {
  if (name === 'account_id') return accountId;
  const parent = /^(\w+)_id$/.exec(name)?.[1];
  if (type === 'uuid') return (parent && (await idIn(pool, `${parent}s`, accountId))) ?? ids.next();
  if (type === 'text') return (await allowedBy(pool, table, name)) ?? `${name} of ${accountId}`;
  if (type.endsWith('[]')) return [];
  if (type.startsWith('timestamp') || type === 'date') return new Date();
  if (type.startsWith('json')) return '{}';
  if (type === 'bytea') return hash();
  return type === 'boolean' ? false : 1;
}

/** The first value that a check allows. */
async function allowedBy(pool: Pool, table: string, column: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ value: string }>(
    `SELECT (regexp_match(pg_get_constraintdef(oid), $2 || ' = ANY \\(ARRAY\\[''(\\w+)'''))[1] AS value
     FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'`,
    [table, column],
  );
  return rows.find(({ value }) => value !== null)?.value;
}

async function idIn(
  pool: Pool,
  table: string,
  accountId: string,
  column = 'id',
): Promise<string | undefined> {
  const found = await pool.query('SELECT to_regclass($1) IS NOT NULL AS exists', [table]);
  if (!found.rows[0].exists) return undefined;
  const { rows } = await pool.query(
    `SELECT ${column} AS id FROM ${table} WHERE account_id = $1 AND ${column} IS NOT NULL LIMIT 1`,
    [accountId],
  );
  return rows[0]?.id;
}

async function storeBytes(pool: Pool): Promise<string> {
  const id = ids.next();
  await pool.query(`INSERT INTO attachment_chunks (id, number, bytes) VALUES ($1, 0, 'x')`, [id]);
  return id;
}

function hash(): Buffer {
  return Buffer.from(ids.next().replaceAll('-', '').repeat(2), 'hex');
}
