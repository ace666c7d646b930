// How much an account in the sandbox may send in a UTC day, exactly, whoever sends at the same time. It is taken in a
// transaction of its own before the emails are stored: when that fails, what was taken stays used, so that the bound
// holds whatever happens.
import type { Database } from '../db/connect.ts';
import { type Transaction, transaction } from '../db/transaction.ts';

/** Recipients a day (decisions.md §11, Production access). */
export const SANDBOX_DAILY_RECIPIENTS = 100;

/** What one email asks for. */
export interface Asked {
  accountId: string;
  recipients: number;
  at: Date;
}

/**
 * Takes what the emails ask for, each wholly or not at all, in their order.
 * @returns for each whether it was granted
 */
export async function takeSandboxAllowance(database: Database, emails: readonly Asked[]): Promise<boolean[]> {
  return await transaction(database, async (client) => {
    const used = await lockUsage(client, emails);
    const granted = emails.map(({ accountId, recipients }) => {
      const total = (used.get(accountId) ?? 0) + recipients;
      if (total > SANDBOX_DAILY_RECIPIENTS) return false;
      used.set(accountId, total);
      return true;
    });
    await client.query(
      `UPDATE sandbox_usage SET used = taken.used FROM unnest($1::uuid[], $2::integer[]) AS taken (id, used)
       WHERE account_id = taken.id`,
      [[...used.keys()], [...used.values()]],
    );
    return granted;
  });
}

/** Locks the accounts' rows in the order of their ids; a row of an earlier day begins anew. */
async function lockUsage(client: Transaction, emails: readonly Asked[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ account_id: string; used: number }>(
    `INSERT INTO sandbox_usage AS usage (account_id, day, used)
     SELECT id, max((at AT TIME ZONE 'UTC')::date), 0
     FROM unnest($1::uuid[], $2::timestamptz[]) AS email (id, at) GROUP BY id ORDER BY id
     ON CONFLICT (account_id) DO UPDATE SET
       day = greatest(usage.day, excluded.day),
       used = CASE WHEN excluded.day > usage.day THEN 0 ELSE usage.used END
     RETURNING account_id, used`,
    [emails.map(({ accountId }) => accountId), emails.map(({ at }) => at)],
  );
  return new Map(rows.map(({ account_id, used }) => [account_id, used]));
}
