// Cancels the open claim of a domain that is deleted, in the transaction that deletes it. Claims that have ended lose
// their domain.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { CLAIM_IS_OPEN, STOP_WAITING } from './claim.ts';

/** Cancels the claim of a domain that the caller has locked (lockDomain in shared/resources/messaging/domains/find.ts). */
export async function cancelClaimOf(transaction: Transaction, domainId: string): Promise<void> {
  await transaction.query({
    name: 'cancel-claims-of-domain',
    text: `UPDATE domain_claims SET domain_id = NULL, ${STOP_WAITING},
             status = CASE WHEN ${CLAIM_IS_OPEN} THEN 'canceled' ELSE status END
           WHERE domain_id = $1`,
    values: [domainId],
  });
}
