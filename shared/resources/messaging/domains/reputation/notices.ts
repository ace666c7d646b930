// Notices to the owners of domains that are warned or paused.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { ownerAddressesOf } from '../../../foundation/accounts/owner-addresses.ts';
import {
  dueNoticesOf,
  lockDueNotices,
  noticeColumns,
  type ReputationNotice,
} from '../../../foundation/reputation/notices.ts';

/** Finds notices about domains, oldest first. */
export async function findDomainNotices(database: Queryable, limit: number): Promise<ReputationNotice[]> {
  const { rows } = await database.query<ReputationNotice>({
    name: 'find-domain-reputation-notices',
    text: `SELECT ${noticeColumns('domains')}, ${ownerAddressesOf('domains.account_id')} AS "ownerAddresses"
           FROM domains WHERE reputation_notice_due_at IS NOT NULL ORDER BY reputation_notice_due_at LIMIT $1`,
    values: [limit],
  });
  return rows;
}

/**
 * Marks notices as done, in the transaction that stores their emails where there are any, unless the reputation has changed
 * again. @returns for each whether it was still due
 */
export async function endDomainNotices(
  database: Queryable,
  notices: readonly ReputationNotice[],
): Promise<boolean[]> {
  const { rows } = await database.query<{ id: string }>({
    name: 'end-domain-reputation-notices',
    text: `${lockDueNotices('domains')}
           UPDATE domains SET reputation_notice_due_at = NULL FROM due WHERE domains.id = due.id RETURNING due.id`,
    values: dueNoticesOf(notices),
  });
  const ended = new Set(rows.map(({ id }) => id));
  return notices.map(({ id }) => ended.has(id));
}
