// Notices to the owners of accounts that are warned or paused.
import type { Queryable } from '../../../../platform/db/connect.ts';
import {
  dueNoticesOf,
  lockDueNotices,
  noticeColumns,
  type ReputationNotice,
} from '../../reputation/notices.ts';
import { ownerAddressesOf } from '../owner-addresses.ts';

/** Finds notices about accounts, oldest first. */
export async function findAccountNotices(database: Queryable, limit: number): Promise<ReputationNotice[]> {
  const { rows } = await database.query<ReputationNotice>({
    name: 'find-account-reputation-notices',
    text: `SELECT ${noticeColumns('accounts')}, ${ownerAddressesOf('accounts.id')} AS "ownerAddresses"
           FROM accounts WHERE reputation_notice_due_at IS NOT NULL ORDER BY reputation_notice_due_at LIMIT $1`,
    values: [limit],
  });
  return rows;
}

/**
 * Marks notices as done, in the transaction that stores their emails where there are any, unless the reputation has changed
 * again. @returns for each whether it was still due
 */
export async function endAccountNotices(
  database: Queryable,
  notices: readonly ReputationNotice[],
): Promise<boolean[]> {
  const { rows } = await database.query<{ id: string }>({
    name: 'end-account-reputation-notices',
    text: `${lockDueNotices('accounts')}
           UPDATE accounts SET reputation_notice_due_at = NULL FROM due WHERE accounts.id = due.id RETURNING due.id`,
    values: dueNoticesOf(notices),
  });
  const ended = new Set(rows.map(({ id }) => id));
  return notices.map(({ id }) => ended.has(id));
}
