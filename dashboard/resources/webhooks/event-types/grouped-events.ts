// The webhook events (docs/reference/webhooks.md#event-names) by the groups to which one can subscribe. Pure.
import { WEBHOOK_EVENT_TYPES } from '../../../../shared/contract/webhooks/values.ts';
import type { EventType } from '../event-types.ts';

/** A group of events, as one subscribes to it. */
export interface EventGroup {
  /** `email.*` */
  pattern: string;
  title: string;
  types: readonly EventType[];
}

const TITLES: Readonly<Record<string, string>> = {
  email: 'Emails',
  contact: 'Contacts',
  domain: 'Domains',
  suppression: 'Suppressions',
  topic: 'Topics',
  campaign: 'Campaigns',
  poll: 'Polls',
};

/** All events by their groups, in the order of the contract. */
export const GROUPED_EVENTS: readonly EventGroup[] = Object.entries(TITLES).map(([kind, title]) => ({
  pattern: `${kind}.*`,
  title,
  types: WEBHOOK_EVENT_TYPES.filter((type) => type.startsWith(`${kind}.`)),
}));
