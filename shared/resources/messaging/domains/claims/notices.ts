// Notices to the owners of domains whose name another account claims. The claim stores that a notice is due together with
// its being blocked (advance.ts); it is mailed separately, so that a failing mail can never fail a claim.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { ownerAddressesOf } from '../../../foundation/accounts/owner-addresses.ts';
import { OWNING_STATUSES } from '../senders/sending.ts';

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
  /** Empty: the account has no person with a confirmed address, so no one can be notified. */
  ownerAddresses: string[];
}

/** Finds notices, oldest first. A claim whose owner was deleted needs none: it completes. */
export async function findDueClaimNotices(database: Queryable, limit: number): Promise<ClaimNotice[]> {
  const { rows } = await database.query<ClaimNotice>({
    name: 'find-claim-notices',
    text: `SELECT claim.id AS "claimId", claim.name, domains.id AS "domainId", proof, blocked_until AS "blockedUntil",
                  notice_due_at AS "dueAt", ${ownerAddressesOf('domains.account_id')} AS "ownerAddresses"
           FROM domain_claims AS claim
           JOIN domains ON domains.name = claim.name AND domains.account_id <> claim.account_id
             AND domains.status = ANY($2::text[])
           WHERE notice_due_at IS NOT NULL ORDER BY notice_due_at LIMIT $1`,
    values: [limit, OWNING_STATUSES],
  });
  return rows;
}

/**
 * Marks notices as done, in the transaction that stores their emails, if there are any, unless the claim advanced or
 * was blocked for another reason in the meantime.
 * @returns for each whether it was still due
 */
export async function endClaimNotices(
  database: Queryable,
  notices: readonly ClaimNotice[],
): Promise<boolean[]> {
  const { rows } = await database.query<{ id: string }>({
    name: 'end-claim-notices',
    // A JavaScript Date has milliseconds, Postgres has microseconds.
    text: `WITH due AS MATERIALIZED (
             SELECT claim.id FROM domain_claims AS claim
             JOIN unnest($1::uuid[], $2::timestamptz[]) AS notice (id, due_at) ON notice.id = claim.id
             WHERE claim.id = ANY($1::uuid[]) AND date_trunc('milliseconds', notice_due_at) = notice.due_at
             ORDER BY claim.id FOR NO KEY UPDATE OF claim
           )
           UPDATE domain_claims AS claim SET notice_due_at = NULL FROM due WHERE claim.id = due.id RETURNING claim.id`,
    values: [notices.map(({ claimId }) => claimId), notices.map(({ dueAt }) => dueAt)],
  });
  const ended = new Set(rows.map(({ id }) => id));
  return notices.map(({ claimId }) => ended.has(claimId));
}
