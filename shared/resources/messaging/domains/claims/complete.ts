// Completes a claim: the name is the claiming account's from now on, though its domain must still be verified. Another
// account that had the name loses it: it sends nothing more from it, its scheduled mail is canceled, its automations are
// stopped, and its webhooks are notified. Parents and subdomains stay with their accounts. Other open claims of the name
// are superseded.
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import { startChecks, stopChecks } from '../checks/check-row.ts';
import type { Domain } from '../domain.ts';
import type { DomainListener } from '../domain-listener.ts';
import { announceDomain } from '../event-data.ts';
import type { SettleDeps } from '../settle.ts';
import { startWithdrawal } from '../withdrawals/start.ts';
import {
  CLAIM_COLUMNS,
  CLAIM_IS_OPEN,
  type DomainClaim,
  OPEN_CLAIM_STATUSES,
  STOP_WAITING,
} from './claim.ts';
import { type Contest, lockContest } from './contest.ts';
import { requireClaim } from './find.ts';

/** Dependencies of completing a claim. */
export interface CompleteClaimDeps extends SettleDeps {
  domainListeners: readonly DomainListener[];
}

/** Dependencies of an operator's decision. */
export interface DecideClaimDeps extends CompleteClaimDeps {
  database: Database;
}

/** Completes a claim whose contest is locked. */
export async function completeClaim(
  transaction: Transaction,
  deps: CompleteClaimDeps,
  { claim, own, others }: Contest,
  now: Date,
): Promise<DomainClaim> {
  await lockChecks(transaction, [own, ...others]);
  await transaction.query({
    name: 'own-claimed-domain',
    text: 'UPDATE domains SET claimed_at = $2, status_reason = NULL, updated_at = $2 WHERE id = $1',
    values: [own.id, now],
  });
  for (const other of others) await loseDomain(transaction, deps, other, now);
  // Records that are there already verify the domain at once: no conflict is in the way any more.
  await startChecks(transaction, deps.queues, [own.id], now);
  await transaction.query({
    name: 'supersede-claims',
    text: `UPDATE domain_claims SET status = 'superseded', ${STOP_WAITING}
           WHERE name = $1 AND id <> $2 AND ${CLAIM_IS_OPEN}`,
    values: [claim.name, claim.id],
  });
  const { rows } = await transaction.query<DomainClaim>({
    name: 'complete-claim',
    text: `UPDATE domain_claims SET status = 'completed', completed_at = $2, ${STOP_WAITING}
           WHERE id = $1 RETURNING ${CLAIM_COLUMNS}`,
    values: [claim.id, now],
  });
  return rows[0] ?? claim;
}

/** Locks the checks in the order of their ids, as groups of checks are written (checks/write.ts). */
async function lockChecks(transaction: Transaction, domains: readonly Domain[]): Promise<void> {
  await transaction.query({
    name: 'lock-checks-of-claim',
    text: 'SELECT FROM domain_checks WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
    values: [domains.map(({ id }) => id)],
  });
}

async function loseDomain(
  transaction: Transaction,
  deps: CompleteClaimDeps,
  domain: Domain,
  now: Date,
): Promise<void> {
  const { id: domainId, accountId } = domain;
  await transaction.query({
    name: 'lose-domain',
    text: `UPDATE domains SET status = 'failed', status_reason = 'claimed', is_vouched = false, claimed_at = NULL,
             is_default = false, tracking_host = NULL, updated_at = $2
           WHERE id = $1`,
    values: [domainId, now],
  });
  await stopChecks(transaction, domainId);
  await startWithdrawal(transaction, deps.queues, { domainId, accountId, outcome: 'canceled', now });
  for (const listener of deps.domainListeners) await listener.onLost(transaction, deps.queues, domainId, now);
  const lost: Domain = {
    ...domain,
    status: 'failed',
    statusReason: 'claimed',
    isVouched: false,
    isDefault: false,
    claimedAt: null,
    updatedAt: now,
  };
  await announceDomain(transaction, deps, 'domain.updated', lost, now);
}

/**
 * Completes a blocked claim because an operator says so, whatever DNS has.
 * @throws DomainError `not_found`; `validation_error` for a claim that is not blocked
 */
export function completeBlockedClaim(deps: DecideClaimDeps, id: string, now: Date): Promise<DomainClaim> {
  return transaction(deps.database, async (client) => {
    const contest = await requireContest(client, id, ['blocked']);
    return await completeClaim(client, deps, contest, now);
  });
}

/**
 * Rejects an open claim because an operator says so.
 * @throws DomainError `not_found`; `validation_error` for a claim that has ended
 */
export function rejectClaim(
  { database }: Pick<DecideClaimDeps, 'database'>,
  id: string,
): Promise<DomainClaim> {
  return transaction(database, async (client) => {
    const { claim } = await requireContest(client, id, OPEN_CLAIM_STATUSES);
    return await failClaim(client, claim, 'rejected');
  });
}

async function requireContest(
  client: Transaction,
  id: string,
  statuses: readonly DomainClaim['status'][],
): Promise<Contest> {
  const claim = await requireClaim(client, id);
  const contest = await lockContest(client, claim);
  if (contest && statuses.includes(contest.claim.status)) return contest;
  const { status } = await requireClaim(client, id);
  throw new DomainError(
    'validation_error',
    `The claim of ${claim.name} is ${status}, not ${statuses.join(' or ')}.`,
  );
}

/** Ends a locked claim that has failed. */
export async function failClaim(
  transaction: Transaction,
  claim: DomainClaim,
  reason: NonNullable<DomainClaim['failureReason']>,
): Promise<DomainClaim> {
  const { rows } = await transaction.query<DomainClaim>({
    name: 'fail-claim',
    text: `UPDATE domain_claims SET status = 'failed', failure_reason = $2, ${STOP_WAITING}
           WHERE id = $1 RETURNING ${CLAIM_COLUMNS}`,
    values: [claim.id, reason],
  });
  return rows[0] ?? claim;
}
