// Lists the segments of an account.
import type { Queryable } from '../../platform/db/connect.ts';
import { findPage, type ListedRows, type Page, type PageRequest } from '../../platform/db/page.ts';
import { SEGMENT_COLUMNS, type Segment } from './segment.ts';

/** Lists a page of an account's segments, newest first. */
export function listSegments(
  database: Queryable,
  accountId: string,
  page: PageRequest,
): Promise<Page<Segment>> {
  return findPage<Segment>(database, listedSegments(accountId), page);
}

/** The rows of the list, for findPage and for tests that run EXPLAIN. */
export function listedSegments(accountId: string): ListedRows {
  return {
    select: `SELECT ${SEGMENT_COLUMNS} FROM segments`,
    where: 'account_id = ANY($1::uuid[])',
    values: [[accountId]],
    orderedWithin: 'account_id',
  };
}
