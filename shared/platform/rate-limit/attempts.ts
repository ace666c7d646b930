// Limits attempts, such as wrong passwords, exactly over all processes: an attempt is counted before it is made and
// removed again when it did not fail, so that a thousand simultaneous attempts do not exceed the limit. The counts are
// in the rate limit's table, in windows that begin with the first attempt.
import type { Queryable } from '../db/connect.ts';

/** How many attempts a key has. */
export interface AttemptLimit {
  /** The key of what is counted, unique over all kinds of attempts. Not an address of a person in plain text. */
  key: string;
  max: number;
  windowMs: number;
}

/** Counts the rows in the order of their keys (docs/architecture/guarantees.md#lock-order). */
const TAKE = `
  INSERT INTO rate_limits AS attempts (key, used, window_ends_at)
  SELECT key, 1, window_ends_at FROM unnest($1::text[], $2::timestamptz[]) AS taken (key, window_ends_at) ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    used = CASE WHEN attempts.window_ends_at > $3 THEN attempts.used + 1 ELSE 1 END,
    window_ends_at = CASE WHEN attempts.window_ends_at > $3 THEN attempts.window_ends_at ELSE excluded.window_ends_at END
  RETURNING key, used, window_ends_at AS "endsAt"`;

/** The last one takes its row along: a network that is refused names as many addresses as it likes. */
const REFUND = `
  WITH held AS MATERIALIZED (
    SELECT key, used FROM rate_limits WHERE key = ANY($1) ORDER BY key FOR UPDATE
  ), removed AS (
    DELETE FROM rate_limits WHERE key = ANY(ARRAY(SELECT key FROM held WHERE used <= 1))
  )
  UPDATE rate_limits SET used = used - 1 WHERE key = ANY(ARRAY(SELECT key FROM held WHERE used > 1))`;

/**
 * Counts an attempt under several keys.
 * @returns 0: it may be made. Otherwise the seconds to wait, and nothing is counted
 */
export async function chargeAttempt(
  database: Queryable,
  limits: readonly AttemptLimit[],
  now: Date,
): Promise<number> {
  const { rows } = await database.query<{ key: string; used: number; endsAt: Date }>({
    name: 'take-attempt',
    text: TAKE,
    values: [
      limits.map(({ key }) => key),
      limits.map(({ windowMs }) => new Date(now.getTime() + windowMs)),
      now,
    ],
  });
  const maxOf = new Map(limits.map(({ key, max }) => [key, max]));
  const waits = rows
    .filter(({ key, used }) => used > (maxOf.get(key) ?? 0))
    .map(({ endsAt }) => Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)));
  if (waits.length === 0) return 0;
  await refundAttempt(database, limits);
  return Math.max(...waits);
}

/** Gives an attempt back that was not a failure. */
export async function refundAttempt(database: Queryable, limits: readonly AttemptLimit[]): Promise<void> {
  await database.query({
    name: 'refund-attempt',
    text: REFUND,
    values: [limits.map(({ key }) => key)],
  });
}
