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
  'email.sent': 'The first delivery attempt of an email started.',
  'email.delivered': 'The mail server of a recipient accepted the email.',
  'email.delivery_delayed': 'A delivery attempt failed for now. Posthorn will retry.',
  'email.opened': 'A recipient opened the email, if open tracking is on.',
  'email.clicked': 'A recipient clicked a link, if click tracking is on.',
  'email.bounced': 'The mail server of a recipient rejected the email permanently.',
  'email.complained': 'A recipient reported the email as spam.',
  'email.suppressed': 'A recipient is on the suppression list or has opted out.',
  'email.failed': 'The email could not be sent to a recipient.',
  'email.canceled': 'A scheduled email was canceled.',
  'email.received': 'A domain of the account received an email.',
  'contact.created': 'A contact was created, except by an import.',
  'contact.updated': 'The fields or segments of a contact changed, or the contact unsubscribed.',
  'contact.deleted': 'A contact was deleted.',
  'contact.topics.updated': 'A contact opted in to a topic or out of one.',
  'contact.import.completed': 'An import of contacts ended, with any status.',
  'domain.created': 'A domain was added.',
  'domain.updated': 'A domain was verified, failed, was paused, started to warm up, or its settings changed.',
  'domain.deleted': 'A domain was deleted or lost to a claim.',
  'suppression.added': 'An address was added to the suppression list.',
  'suppression.removed': 'An address was removed from the suppression list.',
  'topic.created': 'A topic was created.',
  'topic.updated': 'A topic was updated.',
  'topic.deleted': 'A topic was deleted.',
  'campaign.sent': 'All emails of a campaign were sent.',
  'campaign.paused': 'A campaign was paused, by a person or automatically.',
  'campaign.failed': 'A campaign could not be sent.',
  'poll.voted': 'A recipient voted in a poll or changed their vote.',
};
