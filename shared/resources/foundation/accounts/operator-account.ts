// The account of the operator: the oldest one, because the operator makes it first. The service sends its own
// mail for it, and its owners and admins may see the state of the service.
import type { Queryable } from '../../../platform/db/connect.ts';

/** SQL expression: the id of the account. */
export const OPERATOR_ACCOUNT_ID = '(SELECT id FROM accounts ORDER BY id LIMIT 1)';

/** Whether an account is the operator's. */
export async function isOperatorAccount(database: Queryable, accountId: string): Promise<boolean> {
  const { rows } = await database.query<{ is_operator: boolean }>({
    name: 'is-operator-account',
    text: `SELECT $1 = ${OPERATOR_ACCOUNT_ID} AS is_operator`,
    values: [accountId],
  });
  return rows[0]?.is_operator ?? false;
}
