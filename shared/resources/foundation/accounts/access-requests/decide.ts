// Decides about the pending request of an account, on an operator's command. The operator gives the access itself
// (shared/resources/foundation/accounts/update.ts), with or without a request.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { ACCESS_REQUEST_COLUMNS, type AccessRequest } from './access-request.ts';

/** A decision. */
export interface AccessDecision {
  accountId: string;
  status: 'granted' | 'denied';
  /** For the account. */
  reason?: string | undefined;
  now: Date;
}

/** Ends the pending request. @returns undefined: there is none */
export async function decideAccessRequest(
  client: Transaction,
  { accountId, status, reason, now }: AccessDecision,
): Promise<AccessRequest | undefined> {
  const { rows } = await client.query<AccessRequest>({
    name: 'decide-access-request',
    text: `UPDATE account_access_requests SET status = $2, reason = $3, decided_at = $4
           WHERE account_id = $1 AND status = 'pending' RETURNING ${ACCESS_REQUEST_COLUMNS}`,
    values: [accountId, status, reason ?? null, now],
  });
  return rows[0];
}
