// Removes the memberships of a deleted segment in steps.
import type { Transaction } from '../../../../platform/db/transaction.ts';

/** The memberships that one step removes. */
export interface SegmentStep {
  segmentId: string;
  /** The last contact of the step before; NIL_UUID: the first step. */
  after: string;
  limit: number;
}

/**
 * Rows are locked in the order of their key (docs/architecture/guarantees.md#lock-order). Rows that a concurrent
 * deletion of their contact removes are simply missing.
 */
const REMOVE = `
  DELETE FROM segment_contacts
  WHERE segment_id = $1 AND contact_id = ANY(ARRAY(
    SELECT contact_id FROM segment_contacts
    WHERE segment_id = $1 AND contact_id > $2
    ORDER BY contact_id LIMIT $3 FOR UPDATE))
  RETURNING contact_id AS "contactId"`;

/** Removes the next memberships. @returns the contact of the last one; undefined: there are no more */
export async function removeMembershipsOfSegment(
  transaction: Transaction,
  { segmentId, after, limit }: SegmentStep,
): Promise<string | undefined> {
  const { rows } = await transaction.query<{ contactId: string }>({
    name: 'remove-memberships-of-segment',
    text: REMOVE,
    values: [segmentId, after, limit],
  });
  return rows
    .map(({ contactId }) => contactId)
    .sort()
    .at(-1);
}
