// Lists the audiences of an account.
import type { Queryable } from '../../platform/db/connect.ts';
import { findPage, type ListedRows, type Page, type PageRequest } from '../../platform/db/page.ts';
import { AUDIENCE_COLUMNS, type Audience } from './audience.ts';

/** Lists a page of an account's audiences, newest first, without deleted ones. */
export function listAudiences(
  database: Queryable,
  accountId: string,
  page: PageRequest,
): Promise<Page<Audience>> {
  return findPage<Audience>(database, listedAudiences(accountId), page);
}

/** The rows of the list, for findPage and for tests that run EXPLAIN. */
export function listedAudiences(accountId: string): ListedRows {
  return {
    select: `SELECT ${AUDIENCE_COLUMNS} FROM audiences`,
    where: 'account_id = ANY($1::uuid[]) AND deleted_at IS NULL',
    values: [[accountId]],
    orderedWithin: 'account_id',
  };
}
