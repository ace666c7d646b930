// Moves the counts of a domain to the domain that has its name now.
import type { Transaction } from '../../../platform/db/transaction.ts';

/** Moves the days and the used capacities of a removed domain to another one, which has none. */
export async function moveReputationCounts(
  client: Transaction,
  { accountId, from, to }: { accountId: string; from: string; to: string },
): Promise<void> {
  await client.query({
    name: 'move-sending-days',
    text: 'UPDATE sending_days SET domain_id = $3 WHERE account_id = $1 AND domain_id = $2',
    values: [accountId, from, to],
  });
  await client.query({
    name: 'move-capacity-use',
    text: 'UPDATE capacity_use SET subject_id = $3 WHERE account_id = $1 AND subject_id = $2',
    values: [accountId, from, to],
  });
}
