// Postgres store of the rate limit: one upsert counts the requests of all clients that arrived together.
import type { Queryable } from '../db/connect.ts';
import type { RateLimitStore } from './store.ts';

/**
 * Rows are locked in the order of their keys, so that two statements cannot deadlock
 * (docs/architecture/guarantees.md#lock-order). The time is that of the statement's beginning, also if it had to wait
 * for a row: it may count into a window that has just begun, but it never ends a window too early.
 */
const COUNT = `
  INSERT INTO rate_limits AS client (key, used, window_ends_at)
  SELECT key, count, statement_timestamp() + $3 * interval '1 millisecond'
  FROM unnest($1::text[], $2::integer[]) AS requests (key, count)
  ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    used = CASE WHEN client.window_ends_at > statement_timestamp()
                THEN client.used + excluded.used ELSE excluded.used END,
    window_ends_at = CASE WHEN client.window_ends_at > statement_timestamp()
                          THEN client.window_ends_at ELSE excluded.window_ends_at END
  RETURNING key, used,
    (extract(epoch FROM window_ends_at - clock_timestamp()) * 1000)::float8 AS ends_in_ms`;

/** Creates the store on a shared connection pool. */
export function createPostgresStore(database: Queryable): RateLimitStore {
  return {
    async count(requests, windowMs) {
      const { rows } = await database.query<{ key: string; used: number; ends_in_ms: number }>({
        name: 'rate-limit-count',
        text: COUNT,
        values: [requests.map(({ key }) => key), requests.map(({ count }) => count), windowMs],
      });
      const windows = new Map(
        rows.map(({ key, used, ends_in_ms }) => [key, { used, endsInMs: ends_in_ms }] as const),
      );
      return requests.map(({ key }) => windows.get(key) ?? { used: 0, endsInMs: 0 });
    },
    close() {},
  };
}
