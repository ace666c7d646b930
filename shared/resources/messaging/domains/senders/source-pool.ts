// The pool of addresses that send the mail of a domain with direct delivery (docs/direct-delivery.md#direct-or-relay).
// Only operators see it, not accounts.
import type { Queryable } from '../../../../platform/db/connect.ts';

/** Changes the pool; waiting mail is sent from the new one. @param pool null: the pool of its lane */
export async function updateSourcePool(
  database: Queryable,
  domainId: string,
  pool: string | null,
): Promise<void> {
  await database.query('UPDATE domains SET source_pool = $2 WHERE id = $1', [domainId, pool]);
}
