// Adds a domain on an operator's word: it counts as verified without a DNS check, unless another account owns the name.

import { DomainError } from '../../contract/domain-error.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { Secrets } from '../../platform/security/secrets.ts';
import type { Ids } from '../../platform/time/ids.ts';
import { hasDomainConflict } from './find-conflict.ts';
import { insertVerifiedDomain } from './insert-verified.ts';

/**
 * Adds a domain with its DKIM key; a domain that the account has already stays as it is.
 * @param name lower-case ASCII
 * @throws DomainError `domain_conflict` for a domain of another account
 */
export async function addVouchedDomain(
  client: Transaction,
  deps: { ids: Ids; secrets: Secrets },
  { accountId, name }: { accountId: string; name: string },
): Promise<void> {
  if (await hasDomainConflict(client, { accountId, name })) {
    throw new DomainError(
      'domain_conflict',
      `The domain ${name}, or a parent or subdomain of it, is already verified by another account.`,
    );
  }
  await insertVerifiedDomain(client, deps, { accountId, name, receiving: false });
}
