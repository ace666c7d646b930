// Counts the rows of a dispatch: what the counters of its campaign must add up to (rebuild-metrics.ts).
import type { Queryable } from '../../../platform/db/connect.ts';
import { RECIPIENT_NUMBERS, RECIPIENT_TIMES } from './record-events.ts';

/** The numbers of a dispatch. */
export interface CountedRecipients {
  total: number;
  /** Reason → how many. */
  leftOut: Record<string, number>;
  tried: number;
  /** The counts by name; `delivered`, `bounced` and `failed` are recipients with that last state. */
  counts: Record<string, number>;
  /** The place of a variant → the counts of the recipients that have it. */
  byVariant: Record<string, Record<string, number>>;
}

const STATES: Readonly<Record<string, string>> = {
  delivered: `state IN ('delivered', 'complained')`,
  bounced: `state = 'bounced'`,
  failed: `state = 'failed'`,
};

const AGGREGATES: readonly (readonly [name: string, aggregate: string])[] = [
  ...Object.entries(RECIPIENT_TIMES).map(
    ([name, column]) =>
      [name, STATES[name] ? `count(*) FILTER (WHERE ${STATES[name]})` : `count(${column})`] as const,
  ),
  ...Object.entries(RECIPIENT_NUMBERS).map(
    ([name, column]) => [name, `coalesce(sum(${column}), 0)`] as const,
  ),
];

const COUNTS = `jsonb_build_object(${AGGREGATES.map(([name, aggregate]) => `'${name}', ${aggregate}`).join(', ')})`;

const COUNT = `
  SELECT count(*)::integer AS total,
         (SELECT coalesce(jsonb_object_agg(reason, number), '{}') FROM (
            SELECT reason, count(*) AS number FROM campaign_recipients
            WHERE dispatch_id = $1 AND state = 'left_out' GROUP BY reason) AS left_out) AS "leftOut",
         (count(*) FILTER (WHERE state NOT IN ('pending', 'released', 'left_out')))::integer AS tried,
         ${COUNTS} AS counts,
         (SELECT coalesce(jsonb_object_agg(variant, counts), '{}') FROM (
            SELECT variant, ${COUNTS} AS counts FROM campaign_recipients
            WHERE dispatch_id = $1 AND variant IS NOT NULL GROUP BY variant) AS variants) AS "byVariant"
  FROM campaign_recipients WHERE dispatch_id = $1`;

/** Counts the recipients of a dispatch. It reads all of them. */
export async function countCampaignRecipients(
  database: Queryable,
  dispatchId: string,
): Promise<CountedRecipients> {
  const { rows } = await database.query<CountedRecipients>(COUNT, [dispatchId]);
  return rows[0] ?? { total: 0, leftOut: {}, tried: 0, counts: {}, byVariant: {} };
}
