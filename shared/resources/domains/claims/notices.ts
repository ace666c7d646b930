// Notices to the owners of domains whose name another account claims. The claim stores that a notice is due together with
// its being blocked (advance.ts); it is mailed separately, so that a failing mail can never fail a claim.
import type { Queryable } from '../../../platform/db/connect.ts';
import { ownerAddressOf } from '../../accounts/owner-address.ts';
import { OWNING_STATUSES } from '../sending.ts';

/** A notice to send. */
export interface ClaimNotice {
  claimId: string;
  name: string;
  /** The owner's domain. */
  domainId: string;
  /** The text of the TXT record that proves the claim. */
  proof: string;
  /** When the claim completes; null: an operator decides. */
  blockedUntil: Date | null;
  dueAt: Date;
  /** Null: the account has no confirmed address, so nobody can be notified. */
  ownerAddress: string | null;
}

/** Finds notices, oldest first. A claim whose owner is gone needs none: it completes. */
export async function findDueClaimNotices(database: Queryable, limit: number): Promise<ClaimNotice[]> {
  const { rows } = await database.query<ClaimNotice>({
    name: 'find-claim-notices',
    text: `SELECT claim.id AS "claimId", claim.name, domains.id AS "domainId", proof, blocked_until AS "blockedUntil",
                  notice_due_at AS "dueAt", ${ownerAddressOf('domains.account_id')} AS "ownerAddress"
           FROM domain_claims AS claim
           JOIN domains ON domains.name = claim.name AND domains.account_id <> claim.account_id
             AND domains.status = ANY($2::text[])
           WHERE notice_due_at IS NOT NULL ORDER BY notice_due_at LIMIT $1`,
    values: [limit, OWNING_STATUSES],
  });
  return rows;
}

/** Marks a notice as done, unless the claim was blocked for another reason in the meantime. */
export async function endClaimNotice(database: Queryable, { claimId, dueAt }: ClaimNotice): Promise<void> {
  await database.query({
    name: 'end-claim-notice',
    // A JavaScript Date has milliseconds, Postgres has microseconds.
    text: `UPDATE domain_claims SET notice_due_at = NULL
           WHERE id = $1 AND date_trunc('milliseconds', notice_due_at) = $2`,
    values: [claimId, dueAt],
  });
}
