// Finds domain conflicts: once an account has verified a domain, no other account may use it, its parents or its
// subdomains (error `domain_conflict`).
import type { Queryable } from '../../platform/db/connect.ts';

/** True if another account has verified this domain, a parent or a subdomain of it. */
export async function hasDomainConflict(
  database: Queryable,
  { accountId, name }: { accountId: string; name: string },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `SELECT FROM domains
     WHERE account_id <> $1 AND status IN ('verified', 'partially_verified', 'partially_failed')
       AND (name = $2 OR right(name, length($2) + 1) = '.' || $2 OR right($2, length(name) + 1) = '.' || name)
     LIMIT 1`,
    [accountId, name],
  );
  return rowCount === 1;
}
