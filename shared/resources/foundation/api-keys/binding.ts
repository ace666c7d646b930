// Binds an API key to a domain: then it may send from this domain only (docs/reference/api-keys.md#restricted-keys).
import { DomainError } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { ApiKeyPermission } from './authenticate.ts';

/** A domain by its id, or by its name in lower-case ASCII. */
export type NamedDomain = { readonly id: string } | { readonly name: string };

/** @throws DomainError `validation_error`: a key that may do everything cannot be bound */
export function requireBindable(permission: ApiKeyPermission, isBound: boolean, field: string): void {
  if (!isBound || permission === 'sending_access') return;
  throw new DomainError('validation_error', 'Only a key with sending_access can be restricted to a domain.', {
    field,
  });
}

/** @returns the id of a domain of the account @throws DomainError `not_found` */
export async function requireDomainToBind(
  database: Queryable,
  accountId: string,
  domain: NamedDomain,
): Promise<string> {
  const { rows } = await database.query<{ id: string }>({
    name: 'find-domain-to-bind',
    text: 'SELECT id FROM domains WHERE account_id = $1 AND (id = $2 OR name = $3)',
    values: [accountId, 'id' in domain ? domain.id : null, 'name' in domain ? domain.name : null],
  });
  if (rows[0]) return rows[0].id;
  const which = 'id' in domain ? domain.id : domain.name;
  throw new DomainError('not_found', `The account has no domain ${which}.`, { field: 'domain_id' });
}
