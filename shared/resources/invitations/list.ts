// Lists the invitations of an account, newest first: pending and expired ones.
import type { Queryable } from '../../platform/db/connect.ts';
import { findPage, type ListedRows, type Page, type PageRequest } from '../../platform/db/page.ts';
import { INVITATION_COLUMNS, type Invitation } from './invitation.ts';

/** Lists a page of an account's invitations. */
export function listInvitations(
  database: Queryable,
  accountId: string,
  page: PageRequest,
): Promise<Page<Invitation>> {
  return findPage<Invitation>(database, listedInvitations(accountId), page);
}

/** The rows of the list, for findPage and for tests that run EXPLAIN. */
export function listedInvitations(accountId: string): ListedRows {
  return {
    select: `SELECT ${INVITATION_COLUMNS} FROM invitations`,
    where: 'account_id = ANY($1::uuid[])',
    values: [[accountId]],
    orderedWithin: 'account_id',
  };
}
