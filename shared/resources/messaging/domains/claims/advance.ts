// Moves an open claim as far as DNS and the owner of the name allow (claim.ts has the states). The check of the claiming
// account's domain calls it with what the name servers answered. Each move is a compare-and-set in its own transaction,
// so it may run twice and in two processes at once. Only answers count: while DNS is silent, nothing changes but that a
// claim which was not proven in time expires.
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import type { ServerAnswer } from '../../../../platform/net/dns/answer.ts';
import { DAY_MS, HOUR_MS } from '../../../../platform/time/durations.ts';
import type { Domain, ShownRecord } from '../domain.ts';
import { showDomain } from '../find.ts';
import type { MailHost } from '../records/dns-records.ts';
import { isOwning } from '../settle.ts';
import { CLAIM_COLUMNS, type DomainClaim, nextClaimCheckAt } from './claim.ts';
import { completeClaim, type DecideClaimDeps, failClaim } from './complete.ts';
import { type Contest, lockContest } from './contest.ts';
import { expireClaim } from './expire.ts';

/** A proven claim whose record has been missing for so long fails: another person has the DNS of the name. */
const PROOF_GONE_MS = DAY_MS;

/** Dependencies of moving claims. */
export interface ClaimDeps extends DecideClaimDeps {
  /** How long the owner of a name is given once a claim is proven; 0: no time. */
  graceHours: number;
}

/**
 * Moves a claim.
 * @param answers the TXT records of the name, as each name server answered
 * @returns when the claim is to be checked next; null: it has ended
 */
export async function advanceClaim(
  deps: ClaimDeps,
  claim: DomainClaim,
  answers: readonly ServerAnswer<string>[],
  now: Date,
): Promise<Date | null> {
  const proof = findProof(claim, answers);
  if (claim.status === 'pending') {
    if (await expireClaim(deps.database, claim.id, now)) return null;
    if (proof !== 'everywhere') return nextClaimCheckAt(claim, now);
    await prove(deps, claim, now);
  }
  const settled = await settleClaim(deps, claim, proof, now);
  return settled ? nextClaimCheckAt(settled, now) : null;
}

/** Whether the record is at all servers that answered, at some, at none, or it is unknown. */
type Proof = 'everywhere' | 'somewhere' | 'nowhere' | 'unknown';

function findProof({ proof }: DomainClaim, answers: readonly ServerAnswer<string>[]): Proof {
  const answered = answers.map(({ answer }) => answer).filter(({ kind }) => kind !== 'unanswered');
  const having = answered.filter((answer) => answer.kind === 'found' && answer.values.includes(proof));
  if (answered.length === 0) return 'unknown';
  if (having.length === answered.length) return 'everywhere';
  return having.length === 0 ? 'nowhere' : 'somewhere';
}

async function prove({ database }: ClaimDeps, { id }: DomainClaim, now: Date): Promise<void> {
  await database.query({
    name: 'prove-claim',
    text: `UPDATE domain_claims SET status = 'verified', proof_seen_at = $2
           WHERE id = $1 AND status = 'pending' AND expires_at > $2`,
    values: [id, now],
  });
}

/** Decides about a claim that is proven. @returns the claim; undefined when it has ended */
function settleClaim(
  deps: ClaimDeps,
  claim: DomainClaim,
  proof: Proof,
  now: Date,
): Promise<DomainClaim | undefined> {
  return transaction(deps.database, async (client) => {
    const contest = await lockContest(client, claim);
    if (!contest || contest.claim.status === 'pending') return contest?.claim;
    if (proof !== 'everywhere') {
      return proof === 'nowhere' && isTooLate(contest.claim, now)
        ? failClaim(client, contest.claim, 'record_removed')
        : contest.claim;
    }
    await seeProof(client, contest.claim, now);
    const obstacle = await findObstacle(client, deps, contest, now);
    if (!obstacle) return await completeClaim(client, deps, contest, now);
    return await block(client, contest.claim, obstacle, now);
  });
}

/** Whether the record is missing and the claim would complete now, or has been missing for long. */
function isTooLate({ blockedUntil, proofSeenAt }: DomainClaim, now: Date): boolean {
  const isOver = blockedUntil !== null && blockedUntil <= now;
  return isOver || (proofSeenAt !== null && now.getTime() - proofSeenAt.getTime() >= PROOF_GONE_MS);
}

async function seeProof(client: Transaction, { id }: DomainClaim, now: Date): Promise<void> {
  await client.query({
    name: 'see-proof-of-claim',
    text: 'UPDATE domain_claims SET proof_seen_at = $2 WHERE id = $1',
    values: [id, now],
  });
}

/** The obstacle that a proven claim waits for. */
interface Obstacle {
  reason: NonNullable<DomainClaim['blockedReason']>;
  until: Date | null;
}

async function findObstacle(
  client: Transaction,
  { mailHost, graceHours }: ClaimDeps,
  { claim, others }: Contest,
  now: Date,
): Promise<Obstacle | undefined> {
  const owner = others.find(isOwning);
  if (!owner) return undefined;
  if (owner.isVouched) return { reason: 'operator', until: null };
  if (await isFailing(client, mailHost, owner)) return undefined;
  const until = claim.blockedUntil ?? new Date(now.getTime() + graceHours * HOUR_MS);
  return until > now ? { reason: 'grace_period', until } : undefined;
}

/** Whether the owner's records for the name have changed: it cannot send properly from it anyway. */
async function isFailing(client: Transaction, mailHost: MailHost, owner: Domain): Promise<boolean> {
  const { records } = await showDomain(client, mailHost, owner);
  const isUsed = ({ isRequired, record }: ShownRecord) =>
    isRequired && (record !== 'Receiving' || !owner.sendingEnabled);
  return records.filter(isUsed).some(({ status }) => status === 'temporary_failure' || status === 'failed');
}

/** The owner is notified once for each reason (workers/notices/blocked-claims.ts). */
async function block(
  client: Transaction,
  claim: DomainClaim,
  { reason, until }: Obstacle,
  now: Date,
): Promise<DomainClaim> {
  if (claim.blockedReason === reason) return claim;
  const { rows } = await client.query<DomainClaim>({
    name: 'block-claim',
    text: `UPDATE domain_claims SET status = 'blocked', blocked_reason = $2, blocked_until = $3, notice_due_at = $4
           WHERE id = $1 RETURNING ${CLAIM_COLUMNS}`,
    values: [claim.id, reason, until, now],
  });
  return rows[0] ?? claim;
}
