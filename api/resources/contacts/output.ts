// JSON forms of contacts (docs/reference/contacts.md#the-contact-record).
import { fieldsByColumn } from '../../../shared/contract/contacts/fields.ts';
import type { Contact, FullContact } from '../../../shared/resources/audience/contact-fields/contact.ts';
import type { SegmentChange } from '../../../shared/resources/audience/contacts/memberships.ts';
import type { Segment } from '../../../shared/resources/audience/segments/segment.ts';
import type { ChosenTopic } from '../../../shared/resources/audience/topics/choices/list.ts';
import { trackingOf } from '../../../shared/resources/audience/tracking-refusals/refusals.ts';

/** An item of a list of contacts. */
export function toContactItem(contact: Contact) {
  return {
    id: contact.id,
    audience_id: contact.audienceId,
    email: contact.email,
    ...fieldsByColumn(({ key }) => contact[key]),
    unsubscribed: contact.unsubscribed,
    tracking: trackingOf(contact.refusesTracking),
    created_at: contact.createdAt.toISOString(),
    updated_at: contact.updatedAt.toISOString(),
  };
}

/** A contact with its properties and segments. */
export function toContact(contact: FullContact) {
  const { suppressed } = contact;
  const properties = contact.properties.map(([key, type, value]) => [key, { type, value }] as const);
  return {
    object: 'contact',
    ...toContactItem(contact),
    // It makes an own field of `__proto__` too.
    properties: Object.fromEntries(properties),
    segments: contact.segments,
    suppressed: suppressed && { ...suppressed, since: new Date(suppressed.since).toISOString() },
  };
}

/** The answer of DELETE /contacts/:id; Resend's SDK reads `contact`. */
export function toDeletedContact({ id }: Contact) {
  return { object: 'contact', id, contact: id, deleted: true };
}

/** A contact in the answer of POST /contacts/batch. */
export function toSavedContact({ id }: Pick<Contact, 'id'>) {
  return { object: 'contact', id };
}

/** An item of GET /contacts/:id/segments. */
export function toContactSegmentItem({ id, name, createdAt }: Segment) {
  return { id, name, created_at: createdAt.toISOString() };
}

/** The answer of POST /contacts/:id/segments/:segmentId; `id` is the segment's, as Resend's SDK expects. */
export function toContactSegment({ contact, segment }: SegmentChange) {
  return {
    object: 'contact_segment',
    id: segment.id,
    contact_id: contact.id,
    segment_id: segment.id,
    audience_id: contact.audienceId,
  };
}

/** The answer of DELETE /contacts/:id/segments/:segmentId. */
export function toDeletedContactSegment(change: SegmentChange) {
  return { ...toContactSegment(change), deleted: true };
}

/** An item of GET /contacts/:id/topics. */
export function toContactTopicItem({ id, name, description, subscription }: ChosenTopic) {
  return { id, name, description, subscription };
}

/** The answer of PATCH /contacts/:id/topics: the given choices. */
export function toContactTopics(
  { id }: Contact,
  topics: readonly Pick<ChosenTopic, 'id' | 'subscription'>[],
) {
  return { object: 'contact_topics', id, contact_id: id, topics };
}
