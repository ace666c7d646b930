// The payload data of contact webhook events, in Resend's shape, for real events and for the sample events of POST
// /webhooks/:id/test.

import { fieldsByColumn, fieldsByKey } from '../../../contract/contacts/fields.ts';
import type { SampleOptions } from '../../foundation/sample-event.ts';
import type { WebhookEventType } from '../../foundation/webhooks/webhook.ts';
import type { Contact } from '../contact-fields/contact.ts';
import type { TopicChoice } from '../topics/choices/choose.ts';
import type { TopicSubscription } from '../topics/topic.ts';
import { trackingOf } from '../tracking-refusals/refusals.ts';

/** A contact as its events show it. */
export interface AnnouncedContact extends Contact {
  segmentIds: string[];
}

/** Data of contact.created, contact.updated and contact.deleted. */
export function buildContactEventData(contact: Omit<AnnouncedContact, 'accountId' | 'emailKey'>): object {
  const { id, audienceId, segmentIds, email, unsubscribed } = contact;
  return {
    id,
    audience_id: audienceId,
    segment_ids: segmentIds,
    created_at: contact.createdAt.toISOString(),
    updated_at: contact.updatedAt.toISOString(),
    email,
    ...fieldsByColumn(({ key }) => contact[key]),
    unsubscribed,
    tracking: trackingOf(contact.refusesTracking),
  };
}

/**
 * Data of contact.topics.updated, of each address whose choices have changed.
 * @param emails address in key form → the address as the contact has it
 */
export function topicChoicesData(
  choices: readonly TopicChoice[],
  emails: ReadonlyMap<string, string>,
): object[] {
  const topicsOf = new Map<string, { id: string; subscription: TopicSubscription }[]>();
  for (const { emailKey, topicId: id, subscription } of choices) {
    const topics = topicsOf.get(emailKey) ?? [];
    topicsOf.set(emailKey, topics);
    topics.push({ id, subscription });
  }
  return [...topicsOf].map(([emailKey, topics]) =>
    buildContactTopicsEventData(emails.get(emailKey) ?? emailKey, topics),
  );
}

/** The topics whose subscription has changed. */
function buildContactTopicsEventData(
  email: string,
  topics: readonly { id: string; subscription: TopicSubscription }[],
): object {
  return { email, topics };
}

/** Builds sample data of a contact event. */
export function sampleContactEventData(
  type: WebhookEventType,
  { nextId, now, simulatorDomain }: SampleOptions,
): object {
  const email = `delivered@${simulatorDomain}`;
  if (type === 'contact.topics.updated') {
    return buildContactTopicsEventData(email, [{ id: nextId(), subscription: 'opt_in' }]);
  }
  return buildContactEventData({
    id: nextId(),
    audienceId: nextId(),
    segmentIds: [],
    email,
    ...fieldsByKey(() => null),
    firstName: 'Test',
    unsubscribed: false,
    refusesTracking: false,
    createdAt: now,
    updatedAt: now,
  });
}
