// JSON form of metrics: totals, and with dimensions a row for each group (docs/reference/email-metrics.md).
import { type Counts, metricFrom } from '../../../../shared/resources/messaging/emails/metrics/counts.ts';
import { addCounts, type MetricsGroup } from '../../../../shared/resources/messaging/emails/metrics/find.ts';
import type { MetricsTimeRange } from '../../../../shared/resources/messaging/emails/metrics/period.ts';
import { type EmailMetric, type EmailMetricsQuery, METRICS } from './input.ts';

/** The counts, and the names of campaigns by their ids. */
interface ShownMetrics {
  groups: readonly MetricsGroup[];
  /** The names of campaigns by id; a deleted campaign has none. */
  names: ReadonlyMap<string, string>;
}

/** The answer of GET /emails/metrics. */
export function toEmailMetrics(
  { metrics = [...METRICS], dimensions = [], granularity }: EmailMetricsQuery,
  { startsAt, endsAt }: Pick<MetricsTimeRange, 'startsAt' | 'endsAt'>,
  { groups, names }: ShownMetrics,
) {
  return {
    object: 'metrics',
    start_date: startsAt.toISOString(),
    end_date: endsAt.toISOString(),
    granularity,
    metrics,
    dimensions,
    totals: pick(metrics, addCounts(groups)),
    data: dimensions.length > 0 ? groups.map((group) => toRow(metrics, group, names)) : [],
  };
}

function toRow(
  metrics: readonly EmailMetric[],
  { period, domain, emailId, campaignId, counts }: MetricsGroup,
  names: ShownMetrics['names'],
) {
  return {
    ...(period && { period: period.toISOString() }),
    ...(domain && { domain_id: domain.id, domain_name: domain.name }),
    ...(emailId && { email_id: emailId }),
    ...(campaignId && { broadcast_id: campaignId, broadcast_name: names.get(campaignId) ?? null }),
    ...pick(metrics, counts),
  };
}

function pick(metrics: readonly EmailMetric[], counts: Counts): Record<string, number> {
  return Object.fromEntries(metrics.map((metric) => [metric, metricFrom(counts, metric)]));
}
