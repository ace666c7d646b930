// Keeps the reputations of deleted domains: an account must not end a pause, a recovery or a warm-up by adding the name
// again. Another account that takes the name begins with a good one, because it has sent nothing of what was judged.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { isWatched } from '../../../foundation/reputation/watched-reputation.ts';

const COLUMNS = `reputation, reputation_changed_at, reputation_cause, lifted_at, recovery_base, recovery_capacity,
  warm_up_started_on, warm_up_capacity, capacity_on`;

/** Keeps the reputation of a domain that is about to be deleted, unless it has always been good without a capacity. */
export async function keepReputation(client: Transaction, domainId: string, now: Date): Promise<void> {
  await client.query({
    name: 'keep-reputation-of-deleted-domain',
    text: `INSERT INTO deleted_domain_reputations (domain_id, account_id, name, reputation, deleted_at)
           SELECT id, account_id, name, (SELECT to_jsonb(kept) FROM (SELECT ${COLUMNS}) AS kept), $2
           FROM domains WHERE id = $1 AND (${isWatched('domains')} OR lifted_at IS NOT NULL)`,
    values: [domainId, now],
  });
}

/** Gives a new domain the reputation that its name had last in its account. */
export async function takeOverReputation(
  client: Transaction,
  { domainId, accountId, name }: { domainId: string; accountId: string; name: string },
): Promise<void> {
  await client.query({
    name: 'take-over-reputation',
    text: `UPDATE domains SET (${COLUMNS}) = (
             SELECT ${COLUMNS}
             FROM jsonb_to_record(deleted.reputation) AS kept (
               reputation text, reputation_changed_at timestamptz, reputation_cause jsonb, lifted_at timestamptz,
               recovery_base integer, recovery_capacity integer, warm_up_started_on date, warm_up_capacity integer,
               capacity_on date))
           FROM (SELECT reputation FROM deleted_domain_reputations
                 WHERE account_id = $2 AND name = $3 ORDER BY deleted_at DESC LIMIT 1) AS deleted
           WHERE domains.id = $1`,
    values: [domainId, accountId, name],
  });
}
