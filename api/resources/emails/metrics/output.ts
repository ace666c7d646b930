// JSON form of metrics: totals, and with dimensions a row for each group (docs/reference/email-metrics.md).
import { type Counts, metricFrom } from '../../../../shared/resources/messaging/emails/metrics/counts.ts';
import { addCounts, type MetricsGroup } from '../../../../shared/resources/messaging/emails/metrics/find.ts';
import type { MetricsTimeRange } from '../../../../shared/resources/messaging/emails/metrics/period.ts';
import { type EmailMetric, type EmailMetricsQuery, METRICS } from './input.ts';

/** The answer of GET /emails/metrics. */
export function toEmailMetrics(
  { metrics = [...METRICS], dimensions = [], granularity }: EmailMetricsQuery,
  { startsAt, endsAt }: Pick<MetricsTimeRange, 'startsAt' | 'endsAt'>,
  groups: readonly MetricsGroup[],
) {
  return {
    object: 'metrics',
    start_date: startsAt.toISOString(),
    end_date: endsAt.toISOString(),
    granularity,
    metrics,
    dimensions,
    totals: pick(metrics, addCounts(groups)),
    data: dimensions.length > 0 ? groups.map((group) => toRow(metrics, group)) : [],
  };
}

function toRow(metrics: readonly EmailMetric[], group: MetricsGroup) {
  const { period, domain, emailId, broadcast, counts } = group;
  return {
    ...(period && { period: period.toISOString() }),
    ...(domain && { domain_id: domain.id, domain_name: domain.name }),
    ...(emailId && { email_id: emailId }),
    ...(broadcast && { broadcast_id: broadcast.id, broadcast_name: broadcast.name }),
    ...pick(metrics, counts),
  };
}

function pick(metrics: readonly EmailMetric[], counts: Counts): Record<string, number> {
  return Object.fromEntries(metrics.map((metric) => [metric, metricFrom(counts, metric)]));
}
