// What all tables hold, as checksums: equal before and after a request that changes nothing.
import { expect } from 'chai';
import type { TestApp } from './app.ts';

/** What reading a segment or the audience of a campaign counts and keeps. */
const COUNTED = ['contacts_count', 'counted', 'counted_at'];

/**
 * Table → a checksum of all of its rows, after everything that requests have left to do. The clock of a test stands, so
 * a key or a session that was used before notes no further use.
 * @param leftOut tables that may change: `logs`, where requests with a key are logged, refused ones too
 */
export async function contentsOf(
  { pool, deps }: Pick<TestApp, 'pool' | 'deps'>,
  leftOut: readonly string[] = [],
): Promise<Record<string, string | null>> {
  await deps.background.settled();
  await deps.requestLogs.drain();
  await deps.hits.drain();
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  expect(tables.map(({ name }) => name)).to.include.members(['accounts', 'people', 'emails', 'logs']);
  const sums = tables
    .filter(({ name }) => !leftOut.includes(name))
    .map(
      ({ name }) =>
        `SELECT '${name}' AS name, (SELECT md5(string_agg(text, ',' ORDER BY text))
         FROM (SELECT (to_jsonb(t) - $1::text[])::text AS text FROM ${name} AS t) AS rows) AS sum`,
    );
  const { rows } = await pool.query<{ name: string; sum: string | null }>(sums.join('\nUNION ALL '), [
    COUNTED,
  ]);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}
