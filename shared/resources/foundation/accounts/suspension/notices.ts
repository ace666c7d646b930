// Notices to the owners of accounts that were suspended: once for each suspension that lasts until it is sent.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { ownerAddressesOf } from '../owner-addresses.ts';
import type { Suspension } from './suspension.ts';

/** A notice that is due. */
export interface SuspensionNotice extends Suspension {
  accountId: string;
  name: string;
  ownerAddresses: string[];
}

/** Finds notices that are due, oldest first. */
export async function findSuspensionNotices(database: Queryable, limit: number): Promise<SuspensionNotice[]> {
  const { rows } = await database.query<SuspensionNotice>({
    name: 'find-suspension-notices',
    text: `SELECT account_id AS "accountId", name, cause, reason, suspended_at AS "suspendedAt", deletes_at AS "deletesAt",
                  ${ownerAddressesOf('account_id')} AS "ownerAddresses"
           FROM account_suspensions JOIN accounts ON accounts.id = account_id
           WHERE notified_at IS NULL ORDER BY suspended_at, account_id LIMIT $1`,
    values: [limit],
  });
  return rows;
}

/**
 * Marks notices as sent, in the transaction that stores their emails where there are any. @returns for each whether it was
 * still due
 */
export async function endSuspensionNotices(
  database: Queryable,
  notices: readonly SuspensionNotice[],
): Promise<boolean[]> {
  const { rows } = await database.query<{ accountId: string; cause: string }>({
    name: 'end-suspension-notices',
    text: `UPDATE account_suspensions SET notified_at = clock_timestamp()
           FROM unnest($1::uuid[], $2::text[]) AS sent (account_id, cause)
           WHERE account_suspensions.account_id = sent.account_id AND account_suspensions.cause = sent.cause
             AND notified_at IS NULL
           RETURNING account_suspensions.account_id AS "accountId", account_suspensions.cause`,
    values: [notices.map(({ accountId }) => accountId), notices.map(({ cause }) => cause)],
  });
  const ended = new Set(rows.map(({ accountId, cause }) => `${accountId} ${cause}`));
  return notices.map(({ accountId, cause }) => ended.has(`${accountId} ${cause}`));
}
