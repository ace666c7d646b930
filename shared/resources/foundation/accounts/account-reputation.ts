// The reputation of accounts in their table: reads it, and changes it by compare-and-set.
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Reputation } from '../reputation/reputation.ts';
import { reputationColumns, reputationValues, setReputation } from '../reputation/reputation-columns.ts';

/** An account with its reputation. */
export interface AccountReputation {
  accountId: string;
  name: string;
  reputation: Reputation;
}

/** Finds the reputations of accounts, in no order. Those that no longer exist are missing. */
export async function findAccountReputations(
  database: Queryable,
  accountIds: readonly string[],
): Promise<AccountReputation[]> {
  const { rows } = await database.query<Reputation & { accountId: string; name: string }>({
    name: 'find-account-reputations',
    text: `SELECT id AS "accountId", name, ${reputationColumns('accounts', false)}
           FROM accounts WHERE id = ANY($1::uuid[])`,
    values: [accountIds],
  });
  return rows.map(({ accountId, name, ...reputation }) => ({ accountId, name, reputation }));
}

/** Changes the reputation of an account, unless it has changed since it was read. @returns whether it was changed */
export async function setAccountReputation(
  database: Queryable,
  { accountId, reputation: before }: AccountReputation,
  next: Reputation,
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'set-account-reputation',
    text: `UPDATE accounts ${setReputation('accounts')}`,
    values: reputationValues('accounts', accountId, before, next),
  });
  return rowCount === 1;
}
