// Lists the members of an account, newest first.
import type { Queryable } from '../../platform/db/connect.ts';
import { findPage, type ListedRows, type Page, type PageRequest } from '../../platform/db/page.ts';
import { type Member, SELECT_MEMBERS } from './member.ts';

/** Lists a page of an account's members. */
export function listMembers(
  database: Queryable,
  accountId: string,
  page: PageRequest,
): Promise<Page<Member>> {
  return findPage<Member>(database, listedMembers(accountId), page);
}

/** The rows of the list, for findPage and for tests that run EXPLAIN. */
export function listedMembers(accountId: string): ListedRows {
  return {
    // People have an id too, so the condition on the cursor must not see it.
    select: `SELECT * FROM (${SELECT_MEMBERS}) AS members`,
    where: '"accountId" = ANY($1::uuid[])',
    values: [[accountId]],
    orderedWithin: '"accountId"',
  };
}
