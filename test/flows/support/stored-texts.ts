// All texts that a database holds, found in its catalogue, and what an address may look like in them.
import type { Database } from '../../../shared/platform/db/connect.ts';

/** A row as JSON, with the name of its table. */
export interface StoredRow {
  table: string;
  row: Record<string, unknown>;
}

/** Every row of every table but these. Bytes are texts of hexadecimal digits. */
export async function readAllRows(database: Database, except: readonly string[]): Promise<StoredRow[]> {
  const { rows: tables } = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname <> ALL($1::text[]) ORDER BY relname`,
    [except],
  );
  const all: StoredRow[] = [];
  for (const { name } of tables) {
    const { rows } = await database.query<{ row: StoredRow['row'] }>(
      `SELECT to_jsonb(t) AS row FROM ${name} AS t`,
    );
    // Not as arguments: they may be more than a call takes.
    for (const { row } of rows) all.push({ table: name, row });
  }
  return all;
}

/** Finds whole addresses: `jimbo@x.dev` and `bo@x.dev.example` are not `bo@x.dev`. */
export function addressesPattern(addresses: readonly string[]): RegExp {
  const escaped = addresses.map((address) => address.replace(/[.+]/g, '\\$&'));
  return new RegExp(`(?<![\\w.+-])(?:${escaped.join('|')})(?![\\w-]|\\.\\w)`, 'gi');
}

/** Whether a row has an address: as it is, percent-encoded, in quoted-printable, in base64, or in bytes. */
export function hasAddress({ row }: StoredRow, addresses: RegExp): boolean {
  return Object.values(row).some((value) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (!/[@%=]|[A-Za-z0-9+/_-]{12}/.test(text)) return false;
    return formsOf(text).some((form) => form.search(addresses) !== -1);
  });
}

function formsOf(text: string): string[] {
  const bytes = text.startsWith('\\x') ? [Buffer.from(text.slice(2), 'hex').toString()] : [];
  return [text, ...bytes].flatMap((form) => [
    form,
    form.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    form
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    ...[...form.matchAll(/[A-Za-z0-9+/_-]{12,}/g)].flatMap(([run]) =>
      [0, 1, 2, 3].map((skipped) => Buffer.from(run.slice(skipped), 'base64').toString('latin1')),
    ),
  ]);
}
