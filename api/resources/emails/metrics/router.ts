// Route of GET /emails/metrics: counts and rates of an account's emails in a period (docs/reference/email-metrics.md).
import { OPERATIONS } from '../../../../shared/contract/operations.ts';
import { findCampaignNames } from '../../../../shared/resources/flows/campaigns/find-names.ts';
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
      const campaigns = groups.flatMap(({ campaignId = [] }) => campaignId);
      const names = await findCampaignNames(deps.database, accountId, [...new Set(campaigns)]);
      return toEmailMetrics(query, time, { groups, names });
    },
  ),
];
