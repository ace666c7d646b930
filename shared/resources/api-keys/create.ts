// Creates a further API key of an account, with optional restrictions (docs/reference/api-keys.md#restricted-keys).

import { DomainError } from '../../contract/domain-error.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import { createApiKeyToken } from '../../platform/security/tokens.ts';
import type { Ids } from '../../platform/time/ids.ts';
import { insertApiKey, type NewApiKey } from './insert.ts';

/** The new key. The domain is given by its name, in lower-case ASCII. */
export type NewApiKeyRequest = Omit<NewApiKey, 'token' | 'domainId'> & { domain?: string | undefined };

/**
 * Creates a key.
 * @returns its id and the key in plain text, which is shown only here
 * @throws DomainError `validation_error` for a domain with a full-access key, `not_found` for a domain that the account
 *   does not have
 */
export async function createApiKey(
  database: Queryable,
  ids: Ids,
  { domain, ...order }: NewApiKeyRequest,
): Promise<{ id: string; token: string }> {
  if (domain !== undefined && order.permission !== 'sending_access') {
    throw new DomainError('validation_error', 'Only a key with sending_access can be bound to a domain.');
  }
  const domainId = domain === undefined ? undefined : await requireDomain(database, order.accountId, domain);
  const token = createApiKeyToken();
  const id = await insertApiKey(database, ids, { ...order, token, domainId });
  return { id, token };
}

async function requireDomain(database: Queryable, accountId: string, name: string): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    'SELECT id FROM domains WHERE account_id = $1 AND name = $2',
    [accountId, name],
  );
  if (!rows[0]) throw new DomainError('not_found', `The account has no domain ${name}.`);
  return rows[0].id;
}
