// Lists the entries of the suppression list for certain addresses.
import type { Queryable } from '../../../platform/db/connect.ts';
import { SUPPRESSION_COLUMNS, type Suppression } from './suppression.ts';

/**
 * The entries for these addresses of an account, in the order of the addresses.
 * @param addresses in key form (shared/mail/addresses.ts)
 */
export async function listSuppressionsOf(
  database: Queryable,
  accountId: string,
  addresses: readonly string[],
): Promise<Suppression[]> {
  const { rows } = await database.query<Suppression>(
    `SELECT ${SUPPRESSION_COLUMNS} FROM suppressions WHERE account_id = $1 AND address = ANY($2::text[])
     ORDER BY array_position($2::text[], address)`,
    [accountId, addresses],
  );
  return rows;
}
