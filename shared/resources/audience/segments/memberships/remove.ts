// Removes contacts from segments.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { Membership } from './add.ts';

/** Removes a contact from a segment. @returns whether it was in it */
export async function removeMembership(
  transaction: Transaction,
  { segmentId, contactId }: Membership,
): Promise<boolean> {
  const { rowCount } = await transaction.query({
    name: 'remove-membership',
    text: 'DELETE FROM segment_contacts WHERE segment_id = $1 AND contact_id = $2',
    values: [segmentId, contactId],
  });
  return rowCount === 1;
}

/** Removes contacts, which the transaction has locked, from all their segments. */
export async function removeMembershipsOf(
  transaction: Transaction,
  contactIds: readonly string[],
): Promise<void> {
  await transaction.query({
    name: 'remove-memberships-of-contacts',
    text: 'DELETE FROM segment_contacts WHERE contact_id = ANY($1::uuid[])',
    values: [contactIds],
  });
}
