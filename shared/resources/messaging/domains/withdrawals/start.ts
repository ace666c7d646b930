// Stores, in the transaction in which a domain is deleted or lost, that its scheduled mail is to be withdrawn; a job does
// it (../../withdrawals/step.ts). There may be too many emails for a request.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import { NIL_UUID } from '../../../../platform/time/ids.ts';

/** The queue of the job that withdraws it. */
export const WITHDRAWAL_QUEUE = { name: 'domain-withdrawal', jobName: 'withdraw-domain-mail' };

/** The domain, and what becomes of its mail. */
export interface NewWithdrawal {
  domainId: string;
  accountId: string;
  /** `failed`: the domain was deleted; `canceled`: it was lost to another account. */
  outcome: 'canceled' | 'failed';
  now: Date;
}

/**
 * A withdrawal that has begun already starts again, with the new outcome; a worker that has claimed it continues from
 * there.
 */
const START = `
  INSERT INTO domain_withdrawals AS withdrawal (id, account_id, outcome, position, next_attempt_at, woken_at, created_at)
  VALUES ($1, $2, $3, '${NIL_UUID}', $4, clock_timestamp(), $4)
  ON CONFLICT (id) DO UPDATE
    SET outcome = excluded.outcome, position = excluded.position, created_at = excluded.created_at,
        next_attempt_at = excluded.next_attempt_at,
        woken_at = CASE WHEN withdrawal.claimed_by IS NULL THEN excluded.woken_at ELSE withdrawal.woken_at END`;

/** Starts to withdraw the scheduled mail of a domain and, after the commit, wakes the job. */
export async function startWithdrawal(
  transaction: Transaction,
  queues: QueueProducer,
  { domainId, accountId, outcome, now }: NewWithdrawal,
): Promise<void> {
  await transaction.query({
    name: 'start-domain-withdrawal',
    text: START,
    values: [domainId, accountId, outcome, now],
  });
  transaction.afterCommit(() => queues.wake(WITHDRAWAL_QUEUE, [domainId]));
}
