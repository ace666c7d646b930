// The payload data of contact webhook events, in Resend's shape, for real events and for the sample events of POST
// /webhooks/:id/test.
import type { TopicSubscription } from '../topics/topic.ts';
import type { SampleOptions } from '../webhooks/sample.ts';
import type { WebhookEventType } from '../webhooks/webhook.ts';
import type { Contact } from './contact.ts';

/** A contact as its events show it. */
export interface AnnouncedContact extends Contact {
  segmentIds: string[];
}

/** Data of contact.created, contact.updated and contact.deleted. */
export function buildContactEventData(contact: Omit<AnnouncedContact, 'accountId' | 'emailKey'>): object {
  const { id, audienceId, segmentIds, email, firstName, lastName, unsubscribed } = contact;
  return {
    id,
    audience_id: audienceId,
    segment_ids: segmentIds,
    created_at: contact.createdAt.toISOString(),
    updated_at: contact.updatedAt.toISOString(),
    email,
    first_name: firstName,
    last_name: lastName,
    unsubscribed,
  };
}

/** Data of contact.topics.updated: the topics whose subscription has changed. */
export function buildContactTopicsEventData(
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
    firstName: 'Test',
    lastName: null,
    unsubscribed: false,
    createdAt: now,
    updatedAt: now,
  });
}
