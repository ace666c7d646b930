// Notices to the owners of accounts that were suspended: once for each suspension that lasts until it is sent, which
// `markNotified` records (shared/platform/work/suspensions/suspension.ts).
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Suspension } from '../../../../platform/work/suspensions/suspension.ts';
import { ownerAddressesOf } from '../owner-addresses.ts';

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
                  ${ownerAddressesOf('accounts.id')} AS "ownerAddresses"
           FROM account_suspensions JOIN accounts ON accounts.id = account_id
           WHERE notified_at IS NULL ORDER BY suspended_at, account_id LIMIT $1`,
    values: [limit],
  });
  return rows;
}
