// Adds a contact to a segment, and removes it: POST and DELETE /contacts/:id/segments/:segmentId.
import { notFound } from '../../contract/domain-error.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { lockSegments } from '../segments/lock.ts';
import { addMemberships } from '../segments/memberships/add.ts';
import { removeMembership } from '../segments/memberships/remove.ts';
import type { Segment } from '../segments/segment.ts';
import { announceContacts } from './announce.ts';
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
    return (await addMemberships(client, [{ segmentId, contactId: contact.id }])).length > 0;
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
  return changeSegment(deps, path, segmentId, now, (client, { contact }) =>
    removeMembership(client, { segmentId, contactId: contact.id }),
  );
}

/** @param change @returns whether it has changed something */
function changeSegment(
  deps: ChangeContactDeps,
  path: ContactPath,
  segmentId: string,
  now: Date,
  change: (client: Transaction, between: SegmentChange) => Promise<boolean>,
): Promise<SegmentChange> {
  const { accountId } = path;
  return writeContacts(deps, accountId, async ({ client }) => {
    const [segment] = await lockSegments(client, accountId, [segmentId]);
    const contact = await lockContact(client, path);
    if (!segment) throw notFound('Segment');
    requireStatic(segment);
    if (await change(client, { contact, segment })) {
      await announceContacts(client, 'contact.updated', [contact.id], {
        accountId,
        now,
        queues: deps.queues,
      });
    }
    return { contact, segment };
  });
}
