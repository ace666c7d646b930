// Lists the segments that a contact is in.
import type { Queryable } from '../../../platform/db/connect.ts';
import { findPage, type Page, type PageRequest } from '../../../platform/db/page.ts';
import { SEGMENT_COLUMNS, type Segment } from '../segment.ts';

/** Lists a page of the segments of a contact, newest first. */
export function listSegmentsOf(
  database: Queryable,
  { accountId, contactId }: { accountId: string; contactId: string },
  page: PageRequest,
): Promise<Page<Segment>> {
  const listed = {
    select: `SELECT ${SEGMENT_COLUMNS} FROM segments`,
    where: `account_id = ANY($1::uuid[])
            AND id IN (SELECT segment_id FROM segment_contacts WHERE contact_id = $2)`,
    values: [[accountId], contactId],
    orderedWithin: 'account_id',
  };
  return findPage<Segment>(database, listed, page);
}
