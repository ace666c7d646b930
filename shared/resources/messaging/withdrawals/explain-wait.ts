// Why a claim in its grace period waits, in Resend's words: what the owner of the name does with it at the moment. Nothing is
// decided by it: the grace period is the same for all.
import type { DOMAIN_CLAIM_WAITS } from '../../../contract/domains/values.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { DAY_MS } from '../../../platform/time/durations.ts';
import { utcDayOf } from '../../../platform/time/utc-days.ts';
import type { DomainClaim } from '../domains/claims/claim.ts';
import { findConflicts } from '../domains/find-conflict.ts';
import { countScheduledOfDomain } from '../emails/withdraw-scheduled.ts';

/** Why a claim waits, as its account is shown it. */
export type ClaimWait = (typeof DOMAIN_CLAIM_WAITS)[number];

/** Mail that was sent earlier is no recent activity. */
const RECENT_MS = 7 * DAY_MS;

/** @returns null: the claim does not wait */
export async function explainWait(
  database: Queryable,
  { accountId, name, blockedReason }: DomainClaim,
  now: Date,
): Promise<ClaimWait | null> {
  if (blockedReason !== 'grace_period') return blockedReason;
  const [owner] = await findConflicts(database, { accountId, name, claimedAt: null });
  if (owner?.kind !== 'same') return blockedReason;
  if ((await countScheduledOfDomain(database, owner.accountId, owner.domainId)) > 0)
    return 'pending_scheduled_emails';
  const { rowCount } = await database.query({
    name: 'find-recent-sending-of-domain',
    text: 'SELECT FROM sending_days WHERE account_id = $1 AND domain_id = $2 AND day >= $3::date LIMIT 1',
    values: [owner.accountId, owner.domainId, utcDayOf(new Date(now.getTime() - RECENT_MS))],
  });
  return rowCount === 0 ? blockedReason : 'recent_owner_activity';
}
