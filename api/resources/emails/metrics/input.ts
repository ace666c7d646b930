// Query of GET /emails/metrics (docs/reference/email-metrics.md). Lists are separated by commas. Dates are read later,
// because they depend on the time zone (shared/resources/messaging/emails/metrics/period.ts).
import Joi from 'joi';
import { EMAIL_OBJECTS } from '../../../../shared/contract/emails/objects.ts';
import {
  EMAIL_COUNTS,
  EMAIL_RATES,
  METRIC_DIMENSIONS,
  METRIC_GRANULARITIES,
} from '../../../../shared/contract/emails/values.ts';
import type { EmailCount, EmailRate } from '../../../../shared/resources/messaging/emails/metrics/counts.ts';
import type { MetricDimension } from '../../../../shared/resources/messaging/emails/metrics/find.ts';
import type { RequestedTimeRange } from '../../../../shared/resources/messaging/emails/metrics/period.ts';
import { describedAs } from '../../../input/described-as.ts';
import { idsOf, splitByCommas } from '../../../named-id.ts';
import { objectOfParameters } from '../../../near-misses/object-schema.ts';

/** A count or a rate. */
export type EmailMetric = EmailCount | EmailRate;

/** A validated query, with its lists split. */
export interface EmailMetricsQuery extends RequestedTimeRange {
  /** Absent: all metrics. */
  metrics?: EmailMetric[];
  /** Absent: no dimensions. */
  dimensions?: MetricDimension[];
  domain_id?: string[];
  email_id?: string[];
  broadcast_id?: string[];
}

/** All metrics. */
export const METRICS: readonly EmailMetric[] = [...EMAIL_COUNTS, ...EMAIL_RATES];
const IDS_MAX = 100;

/** Schema of names separated by commas; duplicates are removed. */
function listOf(names: readonly string[]): Joi.StringSchema {
  return Joi.string().custom((text: string, { error }) => {
    const listed = splitByCommas(text);
    const unknown = listed.find((name) => !names.includes(name));
    return unknown === undefined ? listed : error('list.unknown', { names: names.join(', '), unknown });
  });
}

const ids = idsOf(IDS_MAX);

/** Query of GET /emails/metrics. */
export const emailMetricsQuery = objectOfParameters<EmailMetricsQuery>(
  describedAs(EMAIL_OBJECTS.EmailMetrics, {
    start_date: Joi.string(),
    end_date: Joi.string(),
    timezone: Joi.string()
      .default('UTC')
      .description('IANA time zone of the periods, and of times without an offset'),
    granularity: Joi.string()
      .valid(...METRIC_GRANULARITIES)
      .default('daily'),
    metrics: listOf(METRICS).description('Names of metrics, separated by commas. Default: all metrics'),
    dimensions: listOf(METRIC_DIMENSIONS).description(
      '`period`, `domain`, `email` and `broadcast`, separated by commas; `email` requires `email_id`',
    ),
    domain_id: ids.description('Only emails from these domains: up to 100 ids, separated by commas'),
    email_id: ids.description('Only these emails: up to 100 ids, separated by commas'),
    broadcast_id: ids.description('Only emails of these campaigns: up to 100 ids, separated by commas'),
  }),
)
  .custom((query: EmailMetricsQuery, { error }) => {
    const { dimensions = [], email_id: emails, broadcast_id: campaigns } = query;
    if (emails && (campaigns || dimensions.includes('broadcast'))) return error('metrics.broadcast');
    return dimensions.includes('email') && !emails ? error('metrics.email') : query;
  })
  .messages({
    'list.unknown':
      '{{#label}} must be a comma-separated list of {{#names}}; {{#unknown}} is not one of them',
    'metrics.email': '`email_id` is required when `dimensions` contains `email`',
    'metrics.broadcast': '`email_id` cannot be combined with `broadcast_id` or the dimension `broadcast`',
  });
