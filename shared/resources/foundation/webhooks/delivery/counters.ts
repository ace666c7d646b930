// Counts attempts by webhook and quarter-hour (docs/architecture/webhooks.md#counters), in the statement that stores them
// (record-attempts.ts), so that each stored attempt is counted once. Readers add up a day's counters and never look at
// messages.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { MINUTE_MS } from '../../../../platform/time/durations.ts';

const QUARTER_MS = 15 * MINUTE_MS;
/** The quarters of 24 hours before the present one. */
const WHOLE_QUARTERS = 96;

/** What was counted of a webhook. */
export interface DeliveryCounts {
  lastSuccessAt: Date | null;
  /** Attempts of the last 24 hours, and of the quarter-hour in which these began. */
  delivered: number;
  failed: number;
}

/** The counts of a webhook to which nothing was delivered. */
export const NOTHING_COUNTED: DeliveryCounts = { lastSuccessAt: null, delivered: 0, failed: 0 };

/**
 * A CTE that counts new attempts, those in `attempted (webhook_id, status_code, created_at)`: a join with what was to be
 * inserted would cost more. Rows are locked in the order of their keys.
 */
export const COUNT_ATTEMPTS = `
    INSERT INTO webhook_counters AS counter (webhook_id, starts_at, delivered, failed, last_success_at)
    SELECT webhook_id, date_bin('15 minutes', created_at, 'epoch'), count(*) FILTER (WHERE status_code / 100 = 2),
           count(*) FILTER (WHERE status_code / 100 IS DISTINCT FROM 2),
           max(created_at) FILTER (WHERE status_code / 100 = 2)
    FROM attempted GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (webhook_id, starts_at) DO UPDATE
    SET delivered = counter.delivered + excluded.delivered, failed = counter.failed + excluded.failed,
        last_success_at = greatest(counter.last_success_at, excluded.last_success_at)`;

/** SQL condition on a counter that is older than a day: a webhook's last success is known however long ago it was. */
export const IS_LAST_SUCCESS = `
  webhook_counters.delivered > 0 AND EXISTS (SELECT FROM webhooks WHERE webhooks.id = webhook_counters.webhook_id)
  AND NOT EXISTS (SELECT FROM webhook_counters AS later
                  WHERE later.webhook_id = webhook_counters.webhook_id
                    AND later.starts_at > webhook_counters.starts_at AND later.delivered > 0)`;

const FIND = `
  SELECT webhook_id AS id, max(last_success_at) AS "lastSuccessAt",
         coalesce(sum(delivered) FILTER (WHERE starts_at >= $2), 0)::integer AS delivered,
         coalesce(sum(failed) FILTER (WHERE starts_at >= $2), 0)::integer AS failed
  FROM webhook_counters WHERE webhook_id = ANY($1::uuid[]) GROUP BY webhook_id`;

/** What was counted of webhooks, by id; absent: NOTHING_COUNTED. */
export async function findDeliveryCounts(
  database: Queryable,
  webhookIds: readonly string[],
  now: Date,
): Promise<Map<string, DeliveryCounts>> {
  const presentMs = Math.floor(now.getTime() / QUARTER_MS) * QUARTER_MS;
  const { rows } = await database.query<DeliveryCounts & { id: string }>({
    name: 'find-webhook-counts',
    text: FIND,
    values: [webhookIds, new Date(presentMs - WHOLE_QUARTERS * QUARTER_MS)],
  });
  return new Map(rows.map((row) => [row.id, row]));
}
