// Rewrites texts of an account's rows by a function of ours: the rows are locked and read, and those that change are
// written back. Texts may be columns of text, of JSON, and arrays.
import { mapInTurns } from '../sharing/turns.ts';
import type { Transaction } from './transaction.ts';

/** Columns that may have texts. */
export interface TextColumns {
  /** It has a column `account_id`. */
  table: string;
  /** Names a row of the account. */
  key: { name: string; type: 'uuid' | 'bigint' | 'text' };
  /** The column that finds the rows; the key by default. */
  by?: string;
  /** Column → type. */
  columns: Readonly<Record<string, 'text' | 'text[]' | 'jsonb'>>;
}

type Row = Record<string, unknown>;

/** Rows of an account, by the column that finds them. */
export interface FoundBy {
  accountId: string;
  values: readonly string[];
}

/**
 * Locks rows and reads those that would change.
 * @returns them as they would be, with the column that finds them
 */
export async function findRewritten(
  client: Transaction,
  { table, key, by = key.name, columns }: TextColumns,
  { accountId, values }: FoundBy,
  rewrite: (text: string) => string,
): Promise<Row[]> {
  if (values.length === 0) return [];
  const names = Object.keys(columns);
  const { rows } = await client.query<Row>({
    name: `read-texts-of-${table}`,
    text: `SELECT ${[...new Set([key.name, by, ...names])].join(', ')} FROM ${table}
           WHERE account_id = $1 AND ${by} = ANY($2) ORDER BY ${key.name} FOR NO KEY UPDATE`,
    values: [accountId, values],
  });
  return (await mapInTurns(rows, (row) => rewriteRow(row, names, rewrite))).flat();
}

/**
 * Rewrites the texts of rows, in several turns of the event loop.
 * @param rewrite of JSON it gets the whole text, which must stay JSON
 */
export async function rewriteTexts(
  client: Transaction,
  texts: TextColumns,
  found: FoundBy,
  rewrite: (text: string) => string,
): Promise<void> {
  const rewritten = await findRewritten(client, texts, found, rewrite);
  if (rewritten.length === 0) return;
  const { table, key, by = key.name, columns } = texts;
  const names = Object.keys(columns);
  const types = Object.entries({ [key.name]: key.type, ...columns }).map(([name, type]) => `${name} ${type}`);
  await client.query({
    name: `rewrite-texts-of-${table}`,
    text: `UPDATE ${table} SET ${names.map((name) => `${name} = rewritten.${name}`).join(', ')}
           FROM jsonb_to_recordset($3::jsonb) AS rewritten (${types.join(', ')})
           WHERE ${table}.account_id = $1 AND ${table}.${by} = ANY($2) AND ${table}.${key.name} = rewritten.${key.name}`,
    values: [found.accountId, found.values, JSON.stringify(rewritten)],
  });
}

/** A row that does not change is left out. */
function rewriteRow(row: Row, names: readonly string[], rewrite: (text: string) => string): Row[] {
  const before = JSON.stringify(row);
  const changed = { ...row };
  for (const name of names) changed[name] = rewriteValue(row[name], rewrite);
  return JSON.stringify(changed) === before ? [] : [changed];
}

function rewriteValue(value: unknown, rewrite: (text: string) => string): unknown {
  if (typeof value === 'string') return rewrite(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.map(rewrite);
  return typeof value === 'object' && value !== null ? JSON.parse(rewrite(JSON.stringify(value))) : value;
}
