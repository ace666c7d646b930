// Route of GET /domains/:id/uses: what a deletion of a domain would end, and what refuses it.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { listAutomationsOfDomain } from '../../../shared/resources/flows/automations/uses.ts';
import { listCampaignsUsing } from '../../../shared/resources/flows/campaigns/uses.ts';
import { listKeysOfDomain } from '../../../shared/resources/foundation/api-keys/list.ts';
import { requireDomain } from '../../../shared/resources/messaging/domains/find.ts';
import { countScheduledOfDomain } from '../../../shared/resources/messaging/emails/withdraw-scheduled.ts';
import { type Resource, route, uuidOf } from '../../route.ts';

/** The route. */
export const domainUsesRoutes: Resource = [
  route(
    OPERATIONS.getDomainUses,
    { params: { id: uuidOf('Domain') } },
    async ({ deps: { database }, caller: { accountId }, params }) => {
      const { id } = await requireDomain(database, accountId, params.id);
      const automations = await listAutomationsOfDomain(database, accountId, id);
      const campaigns = await listCampaignsUsing(database, accountId, { kind: 'domain', id });
      return {
        object: 'domain_uses',
        id,
        automations,
        campaigns: campaigns.map(({ id: campaignId, name, status }) => ({ id: campaignId, name, status })),
        scheduled_emails: await countScheduledOfDomain(database, accountId, id),
        api_keys: await listKeysOfDomain(database, accountId, id),
      };
    },
  ),
];
