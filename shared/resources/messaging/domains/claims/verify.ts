// Asks for the check of a claim: the check of its domain is due now, each minute for an hour, then hourly. The answer does
// not wait for it.
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import { startChecks } from '../checks/check-row.ts';
import { lockDomain } from '../find.ts';
import { CLAIM_COLUMNS, CLAIM_IS_OPEN, type DomainClaim } from './claim.ts';
import { requireNewestClaim } from './find.ts';

/** Dependencies of asking for a check. */
export interface VerifyClaimDeps {
  database: Database;
  queues: QueueProducer;
}

/**
 * Lets the newest claim of a domain be checked now. A claim that has completed stays unchanged.
 * @throws DomainError `not_found`; `validation_error` for a claim that has ended in another way
 */
export function verifyClaim(
  { database, queues }: VerifyClaimDeps,
  { accountId, id }: { accountId: string; id: string },
  now: Date,
): Promise<DomainClaim> {
  return transaction(database, async (client) => {
    await lockDomain(client, accountId, id);
    const claim = await requireNewestClaim(client, accountId, id);
    if (claim.status === 'completed') return claim;
    const { rows } = await client.query<DomainClaim>({
      name: 'request-claim-check',
      text: `UPDATE domain_claims SET verify_requested_at = $2
             WHERE id = $1 AND ${CLAIM_IS_OPEN} AND (status <> 'pending' OR expires_at > $2)
             RETURNING ${CLAIM_COLUMNS}`,
      values: [claim.id, now],
    });
    if (!rows[0]) throw refusal(claim);
    await startChecks(client, queues, [id], now);
    return rows[0];
  });
}

function refusal({ status, failureReason }: DomainClaim): DomainError {
  const why = failureReason === null ? '' : ` (${failureReason})`;
  const ended = status === 'pending' ? 'expired' : status;
  return new DomainError(
    'validation_error',
    `The claim can no longer be verified: its status is ${ended}${why}. Start a new claim with POST /domains/claim.`,
  );
}
