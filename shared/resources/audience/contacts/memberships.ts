// Adds a contact to a segment, and removes it: POST and DELETE /contacts/:id/segments/:segmentId.
import { notFound } from '../../../contract/domain-error.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { announceChanges, type ChangedContacts } from '../contact-events/announce.ts';
import type { Contact, ContactPath } from '../contact-fields/contact.ts';
import { writeContacts } from '../contact-writes/write-contacts.ts';
import { lockSegments } from '../segments/lock.ts';
import { addMemberships } from '../segments/memberships/add.ts';
import { removeMembership } from '../segments/memberships/remove.ts';
import { type Segment, segmentOfOtherAudience } from '../segments/segment.ts';
import { recordOnTimeline, type TimelineActor } from '../timeline-records/record.ts';
import { lockContact } from './find.ts';
import { requireStatic } from './save/input.ts';
import type { ChangeContactDeps } from './update.ts';

/** A contact and a segment that a request has joined or parted. */
export interface SegmentChange {
  contact: Contact;
  segment: Segment;
}

/** The time and the actor of an act, for timelines. */
export interface SegmentAct {
  now: Date;
  by?: TimelineActor;
}

/**
 * Adds a contact to a segment; it may be in it already.
 * @throws DomainError `not_found` for either; `validation_error` for a segment of another audience or a dynamic one; as
 *   `lockContact`
 */
export function addToSegment(
  deps: ChangeContactDeps,
  path: ContactPath,
  segmentId: string,
  act: SegmentAct,
): Promise<SegmentChange> {
  return changeSegment(deps, path, segmentId, act, async (client, { contact, segment }) => {
    if (segment.audienceId !== contact.audienceId) throw segmentOfOtherAudience(segmentId);
    return { entered: await addMemberships(client, [{ segmentId, contactId: contact.id }]) };
  });
}

/**
 * Removes a contact from a segment; it need not be in it.
 * @throws DomainError `not_found` for either; `validation_error` for a dynamic segment; as `lockContact`
 */
export function removeFromSegment(
  deps: ChangeContactDeps,
  path: ContactPath,
  segmentId: string,
  act: SegmentAct,
): Promise<SegmentChange> {
  return changeSegment(deps, path, segmentId, act, async (client, { contact }) => {
    const membership = { segmentId, contactId: contact.id };
    return { left: (await removeMembership(client, membership)) ? [membership] : [] };
  });
}

/** @param change @returns the memberships that it has changed */
function changeSegment(
  deps: ChangeContactDeps,
  path: ContactPath,
  segmentId: string,
  { now, by }: SegmentAct,
  change: (client: Transaction, between: SegmentChange) => Promise<Pick<ChangedContacts, 'entered' | 'left'>>,
): Promise<SegmentChange> {
  const { accountId } = path;
  return writeContacts(deps, accountId, async ({ client }) => {
    const [segment] = await lockSegments(client, accountId, [segmentId]);
    const contact = await lockContact(client, path);
    if (!segment) throw notFound('Segment');
    requireStatic(segment);
    const { entered = [], left = [] } = await change(client, { contact, segment });
    const updated = [...entered, ...left].map(({ contactId }) => contactId);
    if (updated.length > 0) {
      const data = {
        entered: entered.map(({ segmentId: id }) => id),
        left: left.map(({ segmentId: id }) => id),
      };
      const { emailKey, id: contactId } = contact;
      const record = { type: 'contact.updated' as const, emailKey, contactId, data };
      await recordOnTimeline(client, { accountId, by, now }, [record]);
    }
    const { queues, contactListeners } = deps;
    const announcing = { accountId, now, queues, contactListeners };
    await announceChanges(client, { updated, entered, left }, announcing);
    return { contact, segment };
  });
}
