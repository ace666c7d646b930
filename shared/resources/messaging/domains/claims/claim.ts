// The claim of a domain name that another account has verified: the claiming account proves with a TXT record that the
// name is its own (docs/reference/domain-claims.md).
//
//   pending ──the record is there──► verified ──the name has no owner that conflicts with it──► completed
//      │                                │                                                         ▲
//      └─7 days──► expired              └──its owner is given time──► blocked ──time is over──────┤
//                                                                        │  └──an operator decides┘
//                                                                        └──the record is gone──► failed
//
// The first open claim of a name that completes makes the others `superseded`. An open claim whose domain is
// deleted is `canceled`.
import type {
  DOMAIN_CLAIM_BLOCKED_REASONS,
  DOMAIN_CLAIM_FAILURE_REASONS,
  DOMAIN_CLAIM_STATUSES,
} from '../../../../contract/domains/values.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../platform/time/durations.ts';

/** Progress of a claim. */
export type ClaimStatus = (typeof DOMAIN_CLAIM_STATUSES)[number];

/** Why a proven claim waits. */
export type ClaimBlockedReason = (typeof DOMAIN_CLAIM_BLOCKED_REASONS)[number];

/** Why a claim failed. */
export type ClaimFailureReason = (typeof DOMAIN_CLAIM_FAILURE_REASONS)[number];

/** A claim. */
export interface DomainClaim {
  id: string;
  /** The account that claims the name. */
  accountId: string;
  /** Its own domain of this name; null: it was deleted. */
  domainId: string | null;
  name: string;
  region: string;
  status: ClaimStatus;
  /** The text of the TXT record that proves the claim. */
  proof: string;
  blockedReason: ClaimBlockedReason | null;
  /** The end of the grace period. */
  blockedUntil: Date | null;
  failureReason: ClaimFailureReason | null;
  /** When the record of a proven claim was seen last. */
  proofSeenAt: Date | null;
  /** The time of the last requested check. */
  verifyRequestedAt: Date | null;
  createdAt: Date;
  expiresAt: Date;
}

/** The columns of a DomainClaim. */
export const CLAIM_COLUMNS = `id, account_id AS "accountId", domain_id AS "domainId", name, region, status, proof,
  blocked_reason AS "blockedReason", blocked_until AS "blockedUntil", failure_reason AS "failureReason",
  proof_seen_at AS "proofSeenAt", verify_requested_at AS "verifyRequestedAt", created_at AS "createdAt", expires_at AS "expiresAt"`;

/** Statuses of a claim that can still change. */
export const OPEN_CLAIM_STATUSES = [
  'pending',
  'verified',
  'blocked',
] as const satisfies readonly ClaimStatus[];

/** SQL condition on a row of `domain_claims`, in the words of its indexes: the claim can still change. */
export const CLAIM_IS_OPEN = `domain_claims.status IN (${OPEN_CLAIM_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/** SQL assignments that end what an open claim waits for. */
export const STOP_WAITING = 'blocked_reason = NULL, blocked_until = NULL, notice_due_at = NULL';

/** Time to prove a claim. */
export const CLAIM_LIFETIME_MS = 7 * DAY_MS;
/** For so long after a request an open claim is checked each minute, later hourly. */
const EAGER_MS = HOUR_MS;

/** When an open claim is checked next; null: never. A claim without a requested check waits for its expiry. */
export function nextClaimCheckAt(
  { status, verifyRequestedAt, blockedUntil, expiresAt }: DomainClaim,
  now: Date,
): Date | null {
  if (!(OPEN_CLAIM_STATUSES as readonly ClaimStatus[]).includes(status)) return null;
  if (status === 'pending' && verifyRequestedAt === null) return expiresAt;
  // The end of the grace period is a request too.
  const requests = [verifyRequestedAt, blockedUntil].filter((time) => time !== null && time <= now);
  const isEager = requests.some((time) => time !== null && now.getTime() - time.getTime() < EAGER_MS);
  const times = [now.getTime() + (isEager ? MINUTE_MS : HOUR_MS)];
  if (status === 'pending') times.push(expiresAt.getTime());
  if (blockedUntil && blockedUntil > now) times.push(blockedUntil.getTime());
  return new Date(Math.min(...times));
}
