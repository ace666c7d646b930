// Counts the mail that accounts have received: each email is a unit of their quota (quota.ts), and its bytes have a
// limit of their own, because strangers fill the disk with them (docs/reference/limits.md#quotas). These counts never
// refuse mail that has arrived: servers are deferred before they send more (messaging/receiving/inbound/check-recipients.ts).
import type { CombinableQuery } from '../../../../platform/db/combined-query.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { utcDayOf, utcMonthOf } from '../../../../platform/time/utc-days.ts';

/** How many of the used units of an account were received emails. */
export interface ReceivedUsage {
  day: number;
  month: number;
}

/** The bytes that an account has received on a UTC day. */
export interface ReceivedBytes {
  used: number;
  /** Null: no limit. */
  limit: number | null;
}

const COUNT = `
  INSERT INTO email_usage AS usage (account_id, period, starts_on, used, received, received_bytes)
  SELECT account_id, period, starts_on, count(*), count(*), sum(size)
  FROM unnest($1::uuid[], $2::date[], $3::bigint[]) AS email (account_id, day, size)
  CROSS JOIN LATERAL (
    VALUES ('day', day), ('month', date_trunc('month', day::timestamp)::date)) AS counter (period, starts_on)
  GROUP BY account_id, period, starts_on
  ORDER BY account_id, period, starts_on
  ON CONFLICT (account_id, period, starts_on) DO UPDATE
    SET used = usage.used + excluded.used, received = usage.received + excluded.received,
        received_bytes = usage.received_bytes + excluded.received_bytes`;

/**
 * Counts received emails, one unit each, and their bytes. It must be the last statement of the transaction.
 * @param emails `size` in bytes
 */
export async function countReceived(
  transaction: Transaction,
  emails: readonly { accountId: string; createdAt: Date; size: number }[],
): Promise<void> {
  await transaction.query({
    name: 'count-received',
    text: COUNT,
    values: [
      emails.map(({ accountId }) => accountId),
      emails.map(({ createdAt }) => utcDayOf(createdAt)),
      emails.map(({ size }) => size),
    ],
  });
}

/** A query for the received emails of an account at an instant. */
export function receivedUsage(accountId: string, at: Date): CombinableQuery<ReceivedUsage> {
  return {
    text: `SELECT coalesce(max(received) FILTER (WHERE period = 'day'), 0) AS day,
                  coalesce(max(received) FILTER (WHERE period = 'month'), 0) AS month
           FROM email_usage
           WHERE account_id = $1 AND (period, starts_on) IN (('day', $2::date), ('month', $3::date))`,
    values: [accountId, utcDayOf(at), utcMonthOf(at)],
    answer: ([received]: ReceivedUsage[]) => received ?? { day: 0, month: 0 },
  };
}

/** A query for the bytes that accounts have received on the day of an instant. It answers a map by account id. */
export function receivedBytes(
  accountIds: readonly string[],
  at: Date,
): CombinableQuery<Map<string, ReceivedBytes>> {
  return {
    text: `SELECT accounts.id AS "accountId", coalesce(day.received_bytes, 0) AS used,
                  daily_received_bytes_limit AS "limit"
           FROM accounts JOIN plans ON plans.id = plan_id
           LEFT JOIN email_usage AS day ON day.account_id = accounts.id AND day.period = 'day' AND day.starts_on = $2
           WHERE accounts.id = ANY($1::uuid[])`,
    values: [[...new Set(accountIds)], utcDayOf(at)],
    answer: (rows: (ReceivedBytes & { accountId: string })[]) =>
      new Map(rows.map(({ accountId, used, limit }) => [accountId, { used, limit }])),
  };
}
