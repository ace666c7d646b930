// Campaigns: the data of their webhook events.
import type { Payload, Payloads } from '../payload.ts';
import * as field from '../shapes.ts';
import { COUNTS } from './objects.ts';
import { CAMPAIGN_PAUSED_REASONS } from './values.ts';

function event(summary: string, status: string, own: field.ObjectFields = {}): Payload {
  const data = {
    campaign_id: field.id('Id of the campaign'),
    name: field.text('Name of the campaign'),
    status: { description: 'State of the campaign', const: status },
    ...own,
    stats: field.group('Counts and rates', COUNTS),
  };
  return { summary, data };
}

/** Type of an event → its data. */
export const CAMPAIGN_PAYLOADS: Payloads<'campaign'> = {
  'campaign.sent': event('Every recipient of a campaign was tried or left out', 'sent'),
  'campaign.paused': event('A campaign was paused, by a person or automatically', 'paused', {
    paused_reason: field.oneOf('Why it is paused', CAMPAIGN_PAUSED_REASONS),
  }),
  'campaign.failed': event('A campaign could not start', 'failed', {
    failed_reason: field.text('Why the campaign could not start, as a sentence'),
  }),
};
