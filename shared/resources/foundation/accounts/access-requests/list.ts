// Reads requests for production access: the latest one of an account, and for operators those that wait for a decision.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { ACCESS_REQUEST_COLUMNS, type AccessRequest } from './access-request.ts';

/** The latest request of an account. */
export async function findLatestAccessRequest(
  database: Queryable,
  accountId: string,
): Promise<AccessRequest | undefined> {
  const { rows } = await database.query<AccessRequest>({
    name: 'find-latest-access-request',
    text: `SELECT ${ACCESS_REQUEST_COLUMNS} FROM account_access_requests
           WHERE account_id = $1 ORDER BY account_id, id DESC LIMIT 1`,
    values: [accountId],
  });
  return rows[0];
}

/** A request, with what an operator needs to know of the account. */
export interface PendingAccessRequest extends AccessRequest {
  accountName: string;
  plan: string;
  /** The address of the person who has asked. */
  requestedBy: string | null;
}

/** The pending requests of all accounts, the oldest first. */
export async function listPendingAccessRequests(
  database: Queryable,
  limit: number,
): Promise<PendingAccessRequest[]> {
  const { rows } = await database.query<PendingAccessRequest>({
    name: 'list-pending-access-requests',
    text: `SELECT ${ACCESS_REQUEST_COLUMNS}, accounts.name AS "accountName", plan_id AS plan,
                  people.email AS "requestedBy"
           FROM account_access_requests JOIN accounts ON accounts.id = account_id
           LEFT JOIN people ON people.id = requested_by
           WHERE status = 'pending' ORDER BY account_access_requests.id LIMIT $1`,
    values: [limit],
  });
  return rows;
}
