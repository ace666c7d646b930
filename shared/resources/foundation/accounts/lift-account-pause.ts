// Lifts the pause of an account: an operator decides that it may send again.
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { liftPause } from '../reputation/reputation.ts';
import { requirePaused } from '../reputation/require-paused.ts';
import {
  type AccountReputation,
  findAccountReputations,
  setAccountReputation,
} from './account-reputation.ts';
import { lockAccount } from './lock.ts';

/**
 * Lifts the pause of an account that exists: it recovers.
 * @throws DomainError `validation_error` when it is not paused
 */
export async function liftAccountPause(
  database: Database,
  accountId: string,
  now: Date,
): Promise<AccountReputation> {
  return await transaction(database, async (client) => {
    // Judging it at the same time waits, so the compare-and-set succeeds.
    await lockAccount(client, accountId);
    const [before] = await findAccountReputations(client, [accountId]);
    if (!before) throw new Error('The account does not exist.');
    requirePaused(`The account ${before.name}`, before.reputation);
    const reputation = liftPause(before.reputation, now);
    if (!(await setAccountReputation(client, before, reputation)))
      throw new Error('The reputation of a locked account has changed.');
    return { ...before, reputation };
  });
}
