// Route of GET /emails/metrics: counts and rates of an account's emails in a period (docs/reference/email-metrics.md).
import { OPERATIONS } from '../../../../shared/contract/operations.ts';
import { findMetrics } from '../../../../shared/resources/messaging/emails/metrics/find.ts';
import { readMetricsTime } from '../../../../shared/resources/messaging/emails/metrics/period.ts';
import { type Resource, route } from '../../../route.ts';
import { emailMetricsQuery } from './input.ts';
import { toEmailMetrics } from './output.ts';

/** Routes of the metrics of emails. */
export const metricsRoutes: Resource = [
  route(
    OPERATIONS.getEmailMetrics,
    { query: emailMetricsQuery },
    async ({ deps, caller: { accountId }, query }) => {
      const { dimensions = [], domain_id: domainIds, email_id: emailIds, broadcast_id: campaignIds } = query;
      const time = readMetricsTime(query, deps.clock.now());
      const groups = await findMetrics(deps.database, {
        accountId,
        time,
        dimensions,
        ...(domainIds && { domainIds }),
        ...(emailIds && { emailIds }),
        ...(campaignIds && { campaignIds }),
      });
      return toEmailMetrics(query, time, groups);
    },
  ),
];
