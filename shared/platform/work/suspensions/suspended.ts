// Suspended accounts (docs/architecture/suspension.md): their rows of work are neither woken nor claimed. No row
// changes for that, so a suspension takes effect at once, costs nothing and loses nothing, however many rows wait.
// Postgres reads the few suspended accounts once for a statement.
import type { QualifiedColumn, Queryable } from '../../db/connect.ts';

/** Every suspended account, as a subquery of `account_id`. */
const SUSPENDED = '(SELECT account_id FROM account_suspensions)';

/** SQL condition. @param account SQL expression of the id of an account, never null */
export const isSuspendedSql = (account: string) => `${account} IN ${SUSPENDED}`;

/** SQL condition. @param account SQL expression of the id of an account, never null */
export const isNotSuspendedSql = (account: string) => `${account} NOT IN ${SUSPENDED}`;

/** SQL: when an account was resumed last; null: never. @param account its id */
export const resumedAtSql = (account: QualifiedColumn) =>
  `(SELECT resumed_at FROM account_resumptions WHERE account_id = ${account})`;

/**
 * SQL: since when something has been waiting that is given up after a time; the time in which its account was suspended
 * does not count.
 * @param since SQL expression; null: it does not wait
 */
export const sinceResumptionSql = (since: string, account: QualifiedColumn) =>
  `CASE WHEN ${since} IS NOT NULL THEN greatest(${since}, ${resumedAtSql(account)}) END`;

/** The ids of all suspended accounts. */
export async function findSuspendedAccounts(database: Queryable): Promise<Set<string>> {
  const { rows } = await database.query<{ account_id: string }>({
    name: 'find-suspended-accounts',
    text: 'SELECT DISTINCT account_id FROM account_suspensions',
  });
  return new Set(rows.map(({ account_id }) => account_id));
}
