// Adds a contact to a segment, and removes it: POST and DELETE /contacts/:id/segments/:segmentId.
import { notFound } from '../../contract/domain-error.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { lockSegments } from '../segments/lock.ts';
import { addMemberships } from '../segments/memberships/add.ts';
import { removeMembership } from '../segments/memberships/remove.ts';
import type { Segment } from '../segments/segment.ts';
import { announceChanges, type ChangedContacts } from './announce-changes.ts';
import type { Contact, ContactPath } from './contact.ts';
import { lockContact } from './find.ts';
import { requireStatic, segmentOfOtherAudience } from './save/input.ts';
import type { ChangeContactDeps } from './update.ts';
import { writeContacts } from './writing/write-contacts.ts';

/** A contact and a segment that a request has joined or parted. */
export interface SegmentChange {
  contact: Contact;
  segment: Segment;
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
  now: Date,
): Promise<SegmentChange> {
  return changeSegment(deps, path, segmentId, now, async (client, { contact, segment }) => {
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
  now: Date,
): Promise<SegmentChange> {
  return changeSegment(deps, path, segmentId, now, async (client, { contact }) => {
    const membership = { segmentId, contactId: contact.id };
    return { left: (await removeMembership(client, membership)) ? [membership] : [] };
  });
}

/** @param change @returns the memberships that it has changed */
function changeSegment(
  deps: ChangeContactDeps,
  path: ContactPath,
  segmentId: string,
  now: Date,
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
    const announcing = { accountId, now, queues: deps.queues, eventTaker: deps.eventTaker };
    await announceChanges(client, { updated, entered, left }, announcing);
    return { contact, segment };
  });
}
