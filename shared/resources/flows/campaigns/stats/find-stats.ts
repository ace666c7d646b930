// The figures of a campaign: sums of its counters (campaign_metrics), by which each recipient counts once, and of what its
// audience was. They outlive the mail.
import type { EMAIL_COUNTS, EMAIL_RATES } from '../../../../contract/emails/values.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { type Counts, countRecipients, metricFrom } from '../../../messaging/emails/metrics/counts.ts';

/** Counts of recipients, whose last state decides, and of what recipients have done. */
const COUNTS = [
  'sent',
  'delivered',
  'delivery_delayed',
  'bounced',
  'failed',
  'suppressed',
  'complained',
  'unsubscribed',
  'opened',
  'unique_opened',
  'clicked',
  'unique_clicked',
  'machine_opened',
  'machine_clicked',
] as const satisfies readonly (typeof EMAIL_COUNTS)[number][];

const RATES = [
  'delivery_rate',
  'bounce_rate',
  'complaint_rate',
  'open_rate',
  'click_rate',
  'unsubscribe_rate',
] as const satisfies readonly (typeof EMAIL_RATES)[number][];

/**
 * The figures by their names; `recipients` are the ones that are not left out, `pending` those of them that were not
 * tried.
 */
export type CampaignStats = Readonly<
  Record<'recipients' | 'left_out' | 'pending' | (typeof COUNTS)[number] | (typeof RATES)[number], number>
>;

/** The figures of the test group's mail of one variant. */
export type VariantStats = Omit<CampaignStats, 'recipients' | 'left_out' | 'pending'>;

/** SQL: the counters of a row of campaigns, as an object. */
export const COUNTERS_OF_CAMPAIGN = `
  (SELECT coalesce(jsonb_object_agg(metric, count), '{}')
   FROM (SELECT metric, sum(count)::integer AS count FROM campaign_metrics
         WHERE campaign_id = campaigns.id GROUP BY metric) AS counter)`;

/** One statement, so that recipients that were left out and tried are counted at one instant. */
const FIND = `
  SELECT coalesce(total, 0) AS total,
         (SELECT coalesce(sum(number::integer), 0)::integer
          FROM (VALUES (left_out), (left_out_later)) AS left_out (reasons)
          CROSS JOIN LATERAL jsonb_each_text(reasons) AS reason (name, number)) AS "leftOut",
         ${COUNTERS_OF_CAMPAIGN} AS counts
  FROM campaigns WHERE id = $2 AND account_id = $1 AND dispatch_id IS NOT NULL`;

/**
 * The counters of a campaign by their names, and those of its audience. Names of variants begin with their position:
 * `0.sent`.
 */
export interface FoundStats {
  total: number;
  leftOut: number;
  counts: Counts & { tried?: number };
}

/** Reads the figures of a campaign of the account. All are 0 before its audience is taken, and when they were removed. */
export async function findCampaignStats(
  database: Queryable,
  accountId: string,
  id: string,
): Promise<CampaignStats> {
  return statsOf(await findCampaignCounts(database, accountId, id));
}

/** The figures of counters. */
export function statsOf({ total, leftOut, counts }: FoundStats): CampaignStats {
  const recipients = total - leftOut;
  return {
    recipients,
    left_out: leftOut,
    pending: recipients - (counts.tried ?? 0),
    ...figuresOf(counts),
  };
}

/** Reads the counters of a campaign. */
export async function findCampaignCounts(
  database: Queryable,
  accountId: string,
  id: string,
): Promise<FoundStats> {
  const { rows } = await database.query<FoundStats>({
    name: 'find-campaign-stats',
    text: FIND,
    values: [accountId, id],
  });
  return rows[0] ?? { total: 0, leftOut: 0, counts: {} };
}

/** Counts and rates of what counters say. */
export function figuresOf(counts: Counts): VariantStats {
  const ofRecipients = countRecipients(counts);
  return {
    ...valuesOf(COUNTS, (name) => ofRecipients[name] ?? 0),
    ...valuesOf(RATES, (name) => metricFrom(counts, name)),
  };
}

function valuesOf<Name extends string>(
  names: readonly Name[],
  read: (name: Name) => number,
): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, number>;
}
