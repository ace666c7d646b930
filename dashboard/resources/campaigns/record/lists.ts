// What the lists inside the record of a campaign ask for.
import type { ListSpec } from '../../../lists/state/list-spec.ts';
import { FIRST_TYPE } from './recipients/recipient-words.ts';

/** The recipients by what became of them: the API has no list of all. */
export const CAMPAIGN_RECIPIENTS = {
  operation: 'listCampaignRecipients',
  filters: ['type', 'email', 'variant'],
  defaults: { type: FIRST_TYPE },
  prefix: 'recipients_',
} as const satisfies ListSpec;

/** The links that people have followed. */
export const CAMPAIGN_LINKS = {
  operation: 'listCampaignClickedLinks',
  filters: [],
  prefix: 'links_',
} as const satisfies ListSpec;
