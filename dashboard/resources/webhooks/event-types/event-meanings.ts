// When each webhook event occurs, in a sentence (docs/reference/webhooks.md#event-names), by the groups to which one can
// subscribe. Pure.
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

/** Event → when it occurs. */
export const EVENT_MEANINGS: Readonly<Record<EventType, string>> = {
  'email.scheduled': 'An email was accepted for a later time.',
  'email.sent': 'The first attempt to deliver an email has begun.',
  'email.delivered': 'The mail server of a recipient took the email.',
  'email.delivery_delayed': 'An attempt failed for now, and another follows.',
  'email.opened': 'A recipient opened the email, if opens are measured.',
  'email.clicked': 'A recipient followed a link, if clicks are measured.',
  'email.bounced': 'The mail server of a recipient refused the email for good.',
  'email.complained': 'A recipient reported the email as spam.',
  'email.suppressed': 'A recipient is on the suppression list, or has opted out.',
  'email.failed': 'The email could not be sent to a recipient.',
  'email.canceled': 'A scheduled email was canceled.',
  'email.received': 'An email came to a domain of the account.',
  'contact.created': 'A contact was created, but not by an import.',
  'contact.updated': 'Fields or segments of a contact were changed, or it has unsubscribed.',
  'contact.deleted': 'A contact was deleted.',
  'contact.topics.updated': 'A contact has opted in to a topic, or out of one.',
  'contact.import.completed': 'An import of contacts has ended, whatever its status.',
  'domain.created': 'A domain was added.',
  'domain.updated': 'A domain was verified, has failed, was paused, warms up, or has other settings.',
  'domain.deleted': 'A domain was deleted, or lost to a claim.',
  'suppression.added': 'An address came onto the suppression list.',
  'suppression.removed': 'An address was taken off the suppression list.',
  'topic.created': 'A topic was created.',
  'topic.updated': 'A topic was changed.',
  'topic.deleted': 'A topic was deleted.',
  'campaign.sent': 'All mail of a campaign was sent.',
  'campaign.paused': 'A campaign was paused, by a person or by its brakes.',
  'campaign.failed': 'A campaign could not be sent.',
  'poll.voted': 'A recipient voted in a poll, or changed the vote.',
};
