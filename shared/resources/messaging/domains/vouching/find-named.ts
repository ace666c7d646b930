// Finds a domain by its name, for operators, who do not know its id.
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { DOMAIN_COLUMNS, type Domain } from '../domain.ts';
import { DOMAIN_MAY_SEND } from '../senders/sending.ts';

/**
 * Finds a domain by its name. If several accounts have added it, the one that may send is taken.
 * @param name lower-case ASCII
 * @param accountId only a domain of this account; undefined: of any
 * @throws DomainError `not_found`
 */
export async function requireNamedDomain(
  database: Queryable,
  name: string,
  accountId?: string,
): Promise<Domain> {
  const { rows } = await database.query<Domain>(
    `SELECT ${DOMAIN_COLUMNS} FROM domains WHERE name = $1 AND account_id = coalesce($2, account_id)
     ORDER BY ${DOMAIN_MAY_SEND} DESC, id LIMIT 1`,
    [name, accountId ?? null],
  );
  if (!rows[0]) throw new DomainError('not_found', `There is no domain ${name}. Add it with add-domain.`);
  return rows[0];
}
