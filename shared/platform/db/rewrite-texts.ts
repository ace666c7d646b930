// Rewrites texts of an account's rows by a function of ours: the rows are locked and read, and those that change are
// written back. Texts may be columns of text, of JSON, and arrays.
import { mapInTurns } from '../sharing/turns.ts';
import type { Transaction } from './transaction.ts';

/** Columns that may have texts. */
export interface TextColumns {
  /** The table, which has a column `account_id`. */
  table: string;
  /** Names a row of the account. */
  key: { name: string; type: 'uuid' | 'bigint' | 'text' };
  /** The column that finds the rows; the key by default. */
  by?: string;
  /** Column → type; `json`: a text that is JSON, of which only the strings are rewritten. */
  columns: Readonly<Record<string, 'text' | 'text[]' | 'json' | 'jsonb'>>;
}

type Row = Record<string, unknown>;
type Rewrite = (text: string, column: string) => string;

const STRING_OF_JSON = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

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
  rewrite: Rewrite,
): Promise<Row[]> {
  if (values.length === 0) return [];
  const names = Object.keys(columns);
  const { rows } = await client.query<Row>({
    name: `read-texts-of-${table}`,
    text: `SELECT ${[...new Set([key.name, by, ...names])].join(', ')} FROM ${table}
           WHERE account_id = $1 AND ${by} = ANY($2) ORDER BY ${key.name} FOR NO KEY UPDATE`,
    values: [accountId, values],
  });
  return (await mapInTurns(rows, (row) => rewriteRow(row, columns, rewrite))).flat();
}

/**
 * Rewrites the texts of rows, in several turns of the event loop.
 * @param rewrite gets the strings of JSON
 */
export async function rewriteTexts(
  client: Transaction,
  texts: TextColumns,
  found: FoundBy,
  rewrite: Rewrite,
): Promise<void> {
  const rewritten = await findRewritten(client, texts, found, rewrite);
  if (rewritten.length === 0) return;
  const { table, key, by = key.name, columns } = texts;
  const names = Object.keys(columns);
  const types = Object.entries({ [key.name]: key.type, ...columns }).map(
    ([name, type]) => `${name} ${type === 'json' ? 'text' : type}`,
  );
  await client.query({
    name: `rewrite-texts-of-${table}`,
    text: `UPDATE ${table} SET ${names.map((name) => `${name} = rewritten.${name}`).join(', ')}
           FROM jsonb_to_recordset($3::jsonb) AS rewritten (${types.join(', ')})
           WHERE ${table}.account_id = $1 AND ${table}.${by} = ANY($2) AND ${table}.${key.name} = rewritten.${key.name}`,
    values: [found.accountId, found.values, JSON.stringify(rewritten)],
  });
}

/** A row that does not change is left out. */
function rewriteRow(row: Row, columns: TextColumns['columns'], rewrite: Rewrite): Row[] {
  const before = JSON.stringify(row);
  const changed = { ...row };
  for (const [name, type] of Object.entries(columns))
    changed[name] = rewriteValue(row[name], type, (text) => rewrite(text, name));
  return JSON.stringify(changed) === before ? [] : [changed];
}

function rewriteValue(value: unknown, type: string, rewrite: (text: string) => string): unknown {
  if (typeof value === 'string') return type === 'json' ? rewriteJson(value, rewrite) : rewrite(value);
  if (type === 'text[]' && Array.isArray(value)) return value.map((item) => item && rewrite(item));
  return typeof value === 'object' && value !== null
    ? JSON.parse(rewriteStrings(JSON.stringify(value), rewrite))
    : value;
}

/** Rewrites a text that is not JSON after all as plain text. */
function rewriteJson(text: string, rewrite: (text: string) => string): string {
  try {
    JSON.parse(text);
  } catch {
    return rewrite(text);
  }
  return rewriteStrings(text, rewrite);
}

/** Each string is rewritten as what it means; one that does not change keeps its spelling. */
function rewriteStrings(json: string, rewrite: (text: string) => string): string {
  return json.replaceAll(STRING_OF_JSON, (literal) => {
    const text: string = JSON.parse(literal);
    const rewritten = rewrite(text);
    return rewritten === text ? literal : JSON.stringify(rewritten);
  });
}
