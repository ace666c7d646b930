// Adds contacts to segments.
import type { Transaction } from '../../../../platform/db/transaction.ts';

/** A contact in a segment. Both are locked by the transaction, so that neither is deleted before the commit. */
export interface Membership {
  segmentId: string;
  contactId: string;
}

/** Adds memberships; those that exist stay. @returns the new ones */
export async function addMemberships(
  transaction: Transaction,
  memberships: readonly Membership[],
): Promise<Membership[]> {
  if (memberships.length === 0) return [];
  const { rows } = await transaction.query<Membership>({
    name: 'add-memberships',
    text: `INSERT INTO segment_contacts (segment_id, contact_id)
           SELECT * FROM unnest($1::uuid[], $2::uuid[]) AS given (segment_id, contact_id)
           ORDER BY segment_id, contact_id
           ON CONFLICT DO NOTHING RETURNING segment_id AS "segmentId", contact_id AS "contactId"`,
    values: [memberships.map(({ segmentId }) => segmentId), memberships.map(({ contactId }) => contactId)],
  });
  return rows;
}
