// Requests for production access: an account in the sandbox says what it will send, and an operator grants or denies it
// (docs/reference/account.md#production-access). The table keeps all requests; at most one of an account is pending.
import type { ACCESS_REQUEST_STATUSES } from '../../../../contract/account/values.ts';

/** A state of a request. */
export type AccessRequestStatus = (typeof ACCESS_REQUEST_STATUSES)[number];

/** An account's statement about the mail that it will send. */
export interface IntendedUse {
  website: string;
  useCase: string;
  /** Emails per month. */
  monthlyVolume: number;
}

/** A request. */
export interface AccessRequest extends IntendedUse {
  id: string;
  accountId: string;
  status: AccessRequestStatus;
  /** Why it was denied, if the operator said so. */
  reason: string | null;
  createdAt: Date;
  decidedAt: Date | null;
}

/** SQL columns of an AccessRequest. */
export const ACCESS_REQUEST_COLUMNS = `
  account_access_requests.id, account_id AS "accountId", website, use_case AS "useCase",
  monthly_volume AS "monthlyVolume", status, reason, account_access_requests.created_at AS "createdAt",
  decided_at AS "decidedAt"`;
