// Counts attempts by webhook and quarter-hour (docs/architecture/webhooks.md#counters), in the statement that stores them
// (record-attempts.ts), so that each stored attempt is counted once. Readers add up a day's counters and never look at
// messages.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { MINUTE_MS } from '../../../../platform/time/durations.ts';

const QUARTER_MS = 15 * MINUTE_MS;
/** The quarters of 24 hours before the present one. */
const WHOLE_QUARTERS = 96;

/** The counts of a webhook. */
export interface DeliveryCounts {
  lastSuccessAt: Date | null;
  /** Attempts of the last 24 hours, and of the quarter-hour in which these began. */
  delivered: number;
  failed: number;
  /** The same by the hour, the oldest first; without those that have none. */
  hours: readonly HourCounts[];
}

/** The counts of an hour. */
export interface HourCounts {
  startsAt: Date;
  delivered: number;
  failed: number;
}

/** The counts of a webhook to which nothing was delivered. */
export const NOTHING_COUNTED: DeliveryCounts = { lastSuccessAt: null, delivered: 0, failed: 0, hours: [] };

/**
 * A CTE that counts new attempts, those in `attempted (webhook_id, status_code, created_at)`: a join with the rows to
 * insert would cost more. Rows are locked in the order of their keys.
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

/** A row for each hour, and one for all that is older than a day. */
const FIND = `
  SELECT webhook_id AS id, CASE WHEN starts_at >= $2 THEN date_bin('1 hour', starts_at, 'epoch') END AS "startsAt",
         sum(delivered)::integer AS delivered, sum(failed)::integer AS failed, max(last_success_at) AS "lastSuccessAt"
  FROM webhook_counters WHERE webhook_id = ANY($1::uuid[]) GROUP BY 1, 2 ORDER BY 1, 2`;

interface FoundRow extends Omit<HourCounts, 'startsAt'> {
  id: string;
  startsAt: Date | null;
  lastSuccessAt: Date | null;
}

/** Finds the counts of webhooks, by id. */
export async function findDeliveryCounts(
  database: Queryable,
  webhookIds: readonly string[],
  now: Date,
): Promise<Map<string, DeliveryCounts>> {
  const presentMs = Math.floor(now.getTime() / QUARTER_MS) * QUARTER_MS;
  const { rows } = await database.query<FoundRow>({
    name: 'find-webhook-counts',
    text: FIND,
    values: [webhookIds, new Date(presentMs - WHOLE_QUARTERS * QUARTER_MS)],
  });
  return new Map(webhookIds.map((id) => [id, countsOf(rows.filter((row) => row.id === id))]));
}

function countsOf(rows: readonly FoundRow[]): DeliveryCounts {
  const hours = rows.flatMap(({ startsAt, delivered, failed }) =>
    startsAt ? [{ startsAt, delivered, failed }] : [],
  );
  const successes = rows.flatMap(({ lastSuccessAt }) => lastSuccessAt ?? []);
  return {
    lastSuccessAt: successes.sort((one, other) => one.getTime() - other.getTime()).at(-1) ?? null,
    delivered: hours.reduce((sum, { delivered }) => sum + delivered, 0),
    failed: hours.reduce((sum, { failed }) => sum + failed, 0),
    hours,
  };
}
