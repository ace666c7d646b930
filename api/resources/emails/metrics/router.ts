// GET /emails/metrics: what became of an account's emails over a time (decisions.md §2).
import type { Request } from 'express';
import { type Counts, metricFrom } from '../../../../shared/resources/emails/metrics/counts.ts';
import {
  addCounts,
  findMetrics,
  type MetricsGroup,
} from '../../../../shared/resources/emails/metrics/find.ts';
import { readMetricsTime } from '../../../../shared/resources/emails/metrics/period.ts';
import { callerOf } from '../../../caller.ts';
import type { ApiDeps } from '../../../deps.ts';
import { validate } from '../../../validate.ts';
import { type EmailMetric, emailMetricsQuery, METRICS } from './input.ts';

/** Answers metrics; `data` has a row for each group when any dimension is asked for. */
export async function getEmailMetrics({ database, clock }: ApiDeps, request: Request) {
  const query = validate(emailMetricsQuery, request.query);
  const { metrics = METRICS, dimensions = [], granularity, domain_id: domainIds, email_id: emailIds } = query;
  const time = readMetricsTime(query, clock.now());
  const groups = await findMetrics(database, {
    accountId: callerOf(request).accountId,
    time,
    dimensions,
    ...(domainIds && { domainIds }),
    ...(emailIds && { emailIds }),
  });
  return {
    object: 'metrics',
    start_date: time.startsAt.toISOString(),
    end_date: time.endsAt.toISOString(),
    granularity,
    metrics,
    dimensions,
    totals: pick(metrics, addCounts(groups)),
    data: dimensions.length > 0 ? groups.map((group) => toRow(metrics, group)) : [],
  };
}

function toRow(metrics: readonly EmailMetric[], { period, domain, emailId, counts }: MetricsGroup) {
  return {
    ...(period && { period: period.toISOString() }),
    ...(domain && { domain_id: domain.id, domain_name: domain.name }),
    ...(emailId && { email_id: emailId }),
    ...pick(metrics, counts),
  };
}

function pick(metrics: readonly EmailMetric[], counts: Counts): Record<string, number> {
  return Object.fromEntries(metrics.map((metric) => [metric, metricFrom(counts, metric)]));
}
