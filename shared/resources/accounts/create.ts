// A further account, as operators make it: in the sandbox (decisions.md §11, Production access), with a key, and if
// they like with a domain that they vouch for and with the address of its owner.

import { DomainError } from '../../contract/domain-error.ts';
import type { Database } from '../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../platform/db/transaction.ts';
import type { Secrets } from '../../platform/security/secrets.ts';
import { createApiKeyToken } from '../../platform/security/tokens.ts';
import type { Ids } from '../../platform/time/ids.ts';
import { insertApiKey } from '../api-keys/insert.ts';
import { hasDomainConflict } from '../domains/find-conflict.ts';
import { insertVerifiedDomain } from '../domains/insert-verified.ts';
import { confirmAddress } from './confirmed-addresses.ts';
import { requirePlan } from './update.ts';

/** What an account is made of. */
export interface NewAccount {
  name: string;
  planId: string;
  /** A confirmed address. */
  ownerAddress?: string | undefined;
  /** Lower-case ASCII. It counts as verified, and the secrets encrypt its DKIM key. */
  domain?: { name: string; secrets: Secrets } | undefined;
}

/**
 * Makes an account.
 * @returns its id and its key, which is known only here
 * @throws DomainError `validation_error` for an unknown plan, `domain_conflict` for somebody else's domain
 */
export async function createAccount(
  database: Database,
  ids: Ids,
  account: NewAccount,
): Promise<{ id: string; apiKey: string }> {
  const id = ids.next();
  const apiKey = createApiKeyToken();
  await transaction(database, async (client) => {
    await requirePlan(client, account.planId);
    await client.query('INSERT INTO accounts (id, name, plan_id) VALUES ($1, $2, $3)', [
      id,
      account.name,
      account.planId,
    ]);
    await insertApiKey(client, ids, { accountId: id, name: 'First key', token: apiKey });
    if (account.ownerAddress !== undefined) await confirmAddress(client, id, account.ownerAddress);
    if (account.domain) await addDomain(client, ids, id, account.domain);
  });
  return { id, apiKey };
}

async function addDomain(
  client: Transaction,
  ids: Ids,
  accountId: string,
  { name, secrets }: { name: string; secrets: Secrets },
): Promise<void> {
  if (await hasDomainConflict(client, { accountId, name })) {
    throw new DomainError(
      'domain_conflict',
      `The domain ${name}, or a parent or subdomain of it, is already verified by another account.`,
    );
  }
  await insertVerifiedDomain(client, { ids, secrets }, { accountId, name, receiving: false });
}
