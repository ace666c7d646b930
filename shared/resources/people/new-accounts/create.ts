// Creates a further account, on an operator's command. It starts in the sandbox (docs/reference/limits.md#sandbox) and
// has an API key and its default audience. Optionally it gets a domain that the operator vouches for, and the confirmed
// address of its owner.

import type { Transaction } from '../../../platform/db/transaction.ts';
import type { Secrets } from '../../../platform/security/secrets.ts';
import { createApiKeyToken } from '../../../platform/security/tokens.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { insertMissingDefaultAudience } from '../../audience/audiences/insert.ts';
import { confirmAddress } from '../../foundation/accounts/confirmed-addresses.ts';
import { insertAccount } from '../../foundation/accounts/row.ts';
import { requirePlan } from '../../foundation/accounts/update.ts';
import { insertApiKey } from '../../foundation/api-keys/insert.ts';
import { addVouchedDomain } from '../../messaging/domains/vouching/vouch.ts';

/** The new account. */
export interface NewAccount {
  name: string;
  planId: string;
  /** Becomes a confirmed address. */
  ownerAddress?: string | undefined;
  /** The name is lower-case ASCII. The domain counts as verified; `secrets` encrypts its DKIM key. */
  domain?: { name: string; secrets: Secrets } | undefined;
}

/**
 * Creates an account, in the transaction of what else its operator sets up.
 * @returns its id and its API key, which is shown only here
 * @throws DomainError `validation_error` for an unknown plan, `domain_conflict` for a domain of another account
 */
export async function createAccount(
  client: Transaction,
  ids: Ids,
  account: NewAccount,
): Promise<{ id: string; apiKey: string }> {
  const id = ids.next();
  const apiKey = createApiKeyToken();
  await requirePlan(client, account.planId);
  const { name, planId } = account;
  await insertAccount(client, { id, name, planId, productionAccess: false });
  await insertMissingDefaultAudience(client, id);
  await insertApiKey(client, ids, { accountId: id, name: 'First key', token: apiKey });
  if (account.ownerAddress !== undefined) await confirmAddress(client, id, account.ownerAddress);
  if (account.domain) {
    const { name, secrets } = account.domain;
    await addVouchedDomain(client, { ids, secrets }, { accountId: id, name, receiving: false });
  }
  return { id, apiKey };
}
