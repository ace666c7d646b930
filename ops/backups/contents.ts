// What a database contains, as far as a restored one must have it again: the rows of each table, a sample of them, and the
// keys that its secrets need. It is read in the snapshot of a dump, and again after a restore.
import { createHash } from 'node:crypto';
import type { Queryable } from '../../shared/platform/db/connect.ts';
import { countSecrets, type SecretKind } from '../../shared/platform/db/stored-secrets.ts';
import { fingerprintOf, type SecretKeys } from '../../shared/platform/security/secret-keys.ts';
import { SECRET_KINDS } from '../../shared/resources/stored-secrets.ts';

/** A table. */
export interface TableContents {
  rows: number;
  /** SHA-256 over the first and the last rows by the primary key; null: it has none, or one that sorts by language. */
  sample: string | null;
}

/** The secrets of a kind. */
export interface SecretContents {
  kind: string;
  /** How many open. */
  decrypted: number;
  /** How many no listed key opens. */
  unreadable: number;
}

/** A key in the manifest: its fingerprint, which reveals nothing about the key. */
export interface NotedKey {
  fingerprint: string;
  /** Secrets that are encrypted with it; with none, links and return paths may still need it. */
  secrets: number;
}

/** Rows of a sample, from each end. */
const SAMPLE_ROWS = 250;
/** The forms of values do not depend on the settings of a server, and large tables take their time. */
const SET_FORMS = `SELECT set_config(name, value, true) FROM (VALUES
  ('datestyle', 'ISO'), ('intervalstyle', 'postgres'), ('bytea_output', 'hex'), ('timezone', 'UTC'),
  ('extra_float_digits', '1'), ('statement_timeout', '0'), ('idle_in_transaction_session_timeout', '0')
) AS forms (name, value)`;

interface Table {
  name: string;
  /** The columns of the primary key; null: see `sample`. */
  key: string | null;
}

/** Reads every table of the product; partitions count as their table. @param client in a transaction */
export async function readTables(client: Queryable): Promise<Record<string, TableContents>> {
  await client.query(SET_FORMS);
  const tables: Record<string, TableContents> = {};
  for (const { name, key } of await listTables(client)) {
    const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${name}`);
    tables[name] = {
      rows: Number(rows[0]?.count),
      sample: key === null ? null : await readSample(client, name, key),
    };
  }
  return tables;
}

async function listTables(client: Queryable): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT quote_ident(own.relname) AS name,
            (SELECT string_agg(quote_ident(attname), ', ' ORDER BY array_position(indkey::int2[], attnum))
             FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
             WHERE indrelid = own.oid AND indisprimary HAVING bool_and(attcollation = 0)) AS key
     FROM pg_class AS own
     WHERE own.relnamespace = current_schema()::regnamespace AND own.relkind IN ('r', 'p') AND NOT own.relispartition
     ORDER BY own.relname`,
  );
  return rows;
}

async function readSample(client: Queryable, table: string, key: string): Promise<string> {
  const backwards = key.replaceAll(',', ' DESC,');
  // Each row is hashed in the server: some are large.
  const { rows } = await client.query<{ hash: string }>(
    `SELECT encode(sha256(convert_to(found::text, 'UTF8')), 'hex') AS hash
     FROM ((SELECT * FROM ${table} ORDER BY ${key} LIMIT ${SAMPLE_ROWS}) UNION ALL
           (SELECT * FROM ${table} ORDER BY ${backwards} DESC LIMIT ${SAMPLE_ROWS})) AS found`,
  );
  const hashes = rows.map(({ hash }) => hash).sort();
  return createHash('sha256').update(hashes.join('\n')).digest('hex');
}

/** Opens all stored secrets. A database of an older version lacks some kinds. */
export async function readSecrets(
  client: Queryable,
  secretKeys: SecretKeys,
): Promise<{ keys: NotedKey[]; kinds: SecretContents[] }> {
  const keys = secretKeys.map((key) => ({ fingerprint: fingerprintOf(key), secrets: 0 }));
  const kinds: SecretContents[] = [];
  for (const kind of SECRET_KINDS) {
    if (!(await exists(client, kind))) continue;
    const { ofKeys, unreadable } = await countSecrets(client, kind, secretKeys);
    for (const [place, key] of keys.entries()) key.secrets += ofKeys[place] ?? 0;
    kinds.push({ kind: kind.name, decrypted: ofKeys.reduce((sum, count) => sum + count, 0), unreadable });
  }
  return { keys, kinds };
}

async function exists(client: Queryable, { table, column }: SecretKind): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $1 AND column_name = $2`,
    [table, column],
  );
  return rowCount === 1;
}
