// Is there such an email? For what needs nothing else of it.
import type { Queryable } from '../../platform/db/connect.ts';

/** True when the account has the email. */
export async function emailExists(database: Queryable, accountId: string, id: string): Promise<boolean> {
  const { rowCount } = await database.query('SELECT FROM emails WHERE id = $1 AND account_id = $2', [
    id,
    accountId,
  ]);
  return rowCount === 1;
}
