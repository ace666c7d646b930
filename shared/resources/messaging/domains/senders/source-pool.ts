// The pool of addresses from which the mail of a domain leaves where it is delivered directly (docs/direct-delivery.md#direct-or-relay).
// It is a matter of operators: accounts do not see it.
import type { Queryable } from '../../../../platform/db/connect.ts';

/** Changes the pool; mail that waits leaves from the new one. @param pool null: as its lane says */
export async function updateSourcePool(
  database: Queryable,
  domainId: string,
  pool: string | null,
): Promise<void> {
  await database.query('UPDATE domains SET source_pool = $2 WHERE id = $1', [domainId, pool]);
}
