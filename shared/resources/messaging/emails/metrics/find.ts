// Reads the metrics of an account's emails over a time range. They are read from the counters (count.ts), and by
// campaign from the counters of campaigns; metrics of particular emails are counted from the event log and the
// recipients of those emails, with the same result.
import type { METRIC_DIMENSIONS } from '../../../../contract/emails/values.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { QUARTER_HOUR_MS } from './count.ts';
import {
  type CountedEvent,
  type CounterName,
  type Counts,
  correctionsOf,
  countsOf,
  type EventAmongOthers,
} from './counts.ts';
import type { MetricsTimeRange } from './period.ts';

/** A dimension that metrics can be grouped by. */
export type MetricDimension = (typeof METRIC_DIMENSIONS)[number];

/** The metrics to read. */
export interface MetricsQuery {
  accountId: string;
  time: MetricsTimeRange;
  dimensions: readonly MetricDimension[];
  /** Only emails from these domains. */
  domainIds?: readonly string[];
  /** Only these emails. Not together with campaigns. */
  emailIds?: readonly string[];
  /** Only mail of these campaigns. */
  campaignIds?: readonly string[];
}

/** The counts of one combination of dimension values. */
export interface MetricsGroup {
  period?: Date;
  domain?: { id: string /** null: the domain was deleted. */; name: string | null };
  emailId?: string;
  /** The campaign of the dimension `broadcast`. */
  campaignId?: string;
  counts: Counts;
}

interface CountRow {
  /** Index of the period, from 1. */
  period: number;
  domainId: string;
  domainName: string | null;
  emailId: string | null;
  /** The campaign that has sent it; absent: the caller did not ask for it. */
  campaignId?: string;
  name: CounterName;
  count: number;
}

/**
 * Reads metrics.
 * @returns the counts of each combination of dimension values that has any, in the order of time. With `period` as the
 *   only dimension, every period is included; without a dimension there is a single group
 */
export async function findMetrics(database: Queryable, query: MetricsQuery): Promise<MetricsGroup[]> {
  const rows = query.emailIds
    ? [
        ...(await countEvents(database, query, query.emailIds)),
        ...(await countFirstTimes(database, query, query.emailIds)),
      ]
    : await readCounters(database, query);
  const groups = startGroups(query);
  for (const row of rows) {
    const group = groupOf(row, query);
    const key = keyOf(group);
    const { counts } = groups.get(key) ?? group;
    groups.set(key, { ...group, counts: { ...counts, [row.name]: (counts[row.name] ?? 0) + row.count } });
  }
  return [...groups.values()];
}

const COUNTERS = `
  SELECT width_bucket(starts_at, $4::timestamptz[]) AS period, domain_id AS "domainId",
         domains.name AS "domainName", NULL AS "emailId", metric AS name, sum(count)::integer AS count
  FROM email_metrics LEFT JOIN domains ON domains.id = domain_id AND domains.account_id = $1
  WHERE email_metrics.account_id = $1 AND starts_at >= $2 AND starts_at < $3
    AND ($5::uuid[] IS NULL OR domain_id = ANY($5))
  GROUP BY 1, 2, 3, 5 ORDER BY 1, 3, 2`;

/** `tried` is not a metric of mail (campaign-recipients/record-events.ts). */
const COUNTERS_OF_CAMPAIGNS = `
  SELECT width_bucket(starts_at, $4::timestamptz[]) AS period, domain_id AS "domainId", domains.name AS "domainName",
         NULL AS "emailId", campaign_id AS "campaignId", metric AS name, sum(count)::integer AS count
  FROM campaign_metrics LEFT JOIN domains ON domains.id = domain_id AND domains.account_id = $1
  WHERE campaign_metrics.account_id = $1 AND starts_at >= $2 AND starts_at < $3 AND metric <> 'tried'
    AND ($5::uuid[] IS NULL OR domain_id = ANY($5)) AND ($6::uuid[] IS NULL OR campaign_id = ANY($6))
  GROUP BY 1, 2, 3, 5, 6 ORDER BY 1, 3, 2, 5`;

async function readCounters(database: Queryable, query: MetricsQuery): Promise<CountRow[]> {
  const { campaignIds, dimensions } = query;
  const { rows } =
    campaignIds || dimensions.includes('broadcast')
      ? await database.query<CountRow>(COUNTERS_OF_CAMPAIGNS, [...valuesOf(query), campaignIds ?? null])
      : await database.query<CountRow>(COUNTERS, valuesOf(query));
  return rows;
}

/**
 * The other events of the recipient of an event, at any time. The order does not matter, because no failure of an
 * attempt is recorded after a success (delivery/record.ts), and ids come from the clocks of several processes.
 */
const EVENTS = `
  SELECT width_bucket(event.created_at, $4::timestamptz[]) AS period, domain_id AS "domainId",
         domains.name AS "domainName", email_id AS "emailId", type, data -> 'bounce' ->> 'type' AS "bounceType",
         coalesce(data -> 'open', data -> 'click') ->> 'machine' AS machine, is_reported AS "isReported",
         is_sent AS "isSent", is_reported_delivered AS "isReportedDelivered", is_reported_failed AS "isReportedFailed",
         count(*)::integer AS count
  FROM (
    SELECT *, bool_or(type = 'sent') OVER of_recipient AS is_sent,
           bool_or(type = 'delivered' AND is_reported) OVER of_recipient AS is_reported_delivered,
           bool_or(type IN ('bounced', 'failed') AND is_reported) OVER of_recipient AS is_reported_failed
    FROM (
      SELECT *, coalesce(data ? 'report_id', false) AS is_reported
      FROM email_events WHERE email_id = ANY($6::uuid[]) AND account_id = $1
    ) AS found
    WINDOW of_recipient AS (PARTITION BY email_id, recipient)
  ) AS event JOIN emails ON emails.id = email_id
  LEFT JOIN domains ON domains.id = domain_id AND domains.account_id = $1
  WHERE event.created_at >= $2 AND event.created_at < $3
    AND ($5::uuid[] IS NULL OR domain_id = ANY($5))
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 ORDER BY 1, 3, 2, 4`;

async function countEvents(
  database: Queryable,
  query: MetricsQuery,
  emailIds: readonly string[],
): Promise<CountRow[]> {
  const { rows } = await database.query<Omit<CountRow, 'name'> & EventAmongOthers & CountedEvent>(EVENTS, [
    ...valuesOf(query),
    emailIds,
  ]);
  return rows.flatMap((row) => [...countsOf(row), ...correctionsOf(row)].map((name) => ({ ...row, name })));
}

/**
 * Facts that count once for a recipient are in its row: that it has unsubscribed (count-unsubscribe.ts), and that a
 * person has opened and clicked (../tracking/record-hits.ts).
 */
const FIRST_TIMES = `
  SELECT width_bucket(first.at, $4::timestamptz[]) AS period, domain_id AS "domainId",
         domains.name AS "domainName", email_id AS "emailId", first.name, count(*)::integer AS count
  FROM email_recipients AS recipient JOIN emails ON emails.id = email_id
  CROSS JOIN LATERAL (VALUES ('unsubscribed', unsubscribed_at), ('unique_opened', opened_at),
                             ('unique_clicked', clicked_at)) AS first (name, at)
  LEFT JOIN domains ON domains.id = domain_id AND domains.account_id = $1
  WHERE email_id = ANY($6::uuid[]) AND recipient.account_id = $1
    AND first.at >= $2 AND first.at < $3 AND ($5::uuid[] IS NULL OR domain_id = ANY($5))
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 3, 2, 4`;

async function countFirstTimes(
  database: Queryable,
  query: MetricsQuery,
  emailIds: readonly string[],
): Promise<CountRow[]> {
  const { rows } = await database.query<CountRow>(FIRST_TIMES, [...valuesOf(query), emailIds]);
  return rows;
}

/** Both ends are widened to quarters of an hour, for counters and events alike. */
function valuesOf({ accountId, time: { startsAt, endsAt, periods }, domainIds }: MetricsQuery): unknown[] {
  const from = Math.floor(startsAt.getTime() / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
  const to = Math.ceil(endsAt.getTime() / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
  return [accountId, new Date(from), new Date(to), periods, domainIds ?? null];
}

/** The groups that are answered even if nothing was counted. */
function startGroups({ dimensions, time }: MetricsQuery): Map<string, MetricsGroup> {
  const isByPeriodAlone = dimensions.length === 1 && dimensions[0] === 'period';
  const groups: MetricsGroup[] = isByPeriodAlone
    ? time.periods.map((period) => ({ period, counts: {} }))
    : dimensions.length === 0
      ? [{ counts: {} }]
      : [];
  return new Map(groups.map((group) => [keyOf(group), group]));
}

function groupOf(row: CountRow, { dimensions, time }: MetricsQuery): MetricsGroup {
  const { period, domainId, domainName, emailId, campaignId } = row;
  const startsAt = time.periods[period - 1];
  return {
    ...(dimensions.includes('period') && startsAt && { period: startsAt }),
    ...(dimensions.includes('domain') && { domain: { id: domainId, name: domainName } }),
    ...(dimensions.includes('email') && emailId !== null && { emailId }),
    ...(dimensions.includes('broadcast') && campaignId !== undefined && { campaignId }),
    counts: {},
  };
}

function keyOf({ period, domain, emailId, campaignId }: MetricsGroup): string {
  return `${period?.toISOString()} ${domain?.id} ${emailId} ${campaignId}`;
}

/** The sum of the counts of all groups. */
export function addCounts(groups: readonly MetricsGroup[]): Counts {
  const total: Counts = {};
  for (const { counts } of groups) {
    for (const [name, count] of Object.entries(counts) as [CounterName, number][]) {
      total[name] = (total[name] ?? 0) + count;
    }
  }
  return total;
}
