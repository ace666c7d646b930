// Queries of lists of campaigns, and of what became of one (docs/reference/campaigns.md).
import Joi from 'joi';
import {
  CAMPAIGN_BOUNCE_TYPES,
  CAMPAIGN_RECIPIENT_TYPES,
  CAMPAIGN_STATUSES,
} from '../../../shared/contract/campaigns/values.ts';
import { LIST_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { parseMailboxOfQuery } from '../../../shared/mail/addresses.ts';
import type { PageRequest } from '../../../shared/platform/db/page.ts';
import { isUuid } from '../../../shared/platform/time/ids.ts';
import type { CampaignStatus } from '../../../shared/resources/flows/campaigns/campaign.ts';
import { ADDRESS_MESSAGE, bareAddress } from '../../input/text-inputs.ts';
import { pageQuery, pageQueryOf } from '../../page.ts';
import { variantKey } from './ab-test-field.ts';

/** Query of GET /campaigns. */
export const listCampaignsQuery = (pageQuery as Joi.ObjectSchema).keys({
  q: Joi.string().max(LIST_NAME_MAX_LENGTH).description('Only campaigns with this text in the name'),
  status: Joi.string()
    .valid(...CAMPAIGN_STATUSES)
    .description('Only campaigns in this state'),
}) as Joi.ObjectSchema<PageRequest & { q?: string; status?: CampaignStatus }>;

/** Query of GET /campaigns/:id/clicked-links: ids of links are hashes of their urls. */
export const clickedLinksQuery = pageQueryOf(isUuid);

/** Filters of GET /campaigns/:id/recipients. */
interface CampaignRecipientQuery {
  type: (typeof CAMPAIGN_RECIPIENT_TYPES)[number];
  /** The address in key form (shared/mail/addresses.ts). */
  email?: string;
  bounce_type?: (typeof CAMPAIGN_BOUNCE_TYPES)[number];
  variant?: string;
}

/** Query of GET /campaigns/:id/recipients. */
export const listRecipientsQuery = (pageQuery as Joi.ObjectSchema)
  .keys({
    type: Joi.string()
      .valid(...CAMPAIGN_RECIPIENT_TYPES)
      .required()
      .description('Outcome of the recipients to list'),
    email: bareAddress(parseMailboxOfQuery).description(
      'Only the recipient whose contact has this address now',
    ),
    bounce_type: Joi.string()
      .valid(...CAMPAIGN_BOUNCE_TYPES)
      .description('With the type `bounced`: only this bounce type'),
    variant: variantKey.description('Only recipients in the test that got the variant with this key'),
  })
  .custom((query: CampaignRecipientQuery, { error }) =>
    query.bounce_type && query.type !== 'bounced' ? error('bounce.other') : query,
  )
  .messages({
    ...ADDRESS_MESSAGE,
    'bounce.other': '`bounce_type` requires the `type` bounced',
  }) as Joi.ObjectSchema<PageRequest & CampaignRecipientQuery>;
