// Adds a domain that counts as verified because the operator of the service vouches for it, with the DKIM key that
// signs its mail and its audience: the oldest domain of an account uses the default audience, each other domain has its
// own.
import type { Transaction } from '../../platform/db/transaction.ts';
import type { Secrets } from '../../platform/security/secrets.ts';
import type { Ids } from '../../platform/time/ids.ts';
import { insertAudience, insertDefaultAudience } from '../audiences/insert.ts';
import { createDkimKey } from './create-dkim-key.ts';

/**
 * Creates what is missing of an account's domain; the domain may exist already.
 * @param name lower-case ASCII
 */
export async function insertVerifiedDomain(
  transaction: Transaction,
  { ids, secrets }: { ids: Ids; secrets: Secrets },
  domain: { accountId: string; name: string; receiving: boolean },
): Promise<void> {
  // It locks the default audience: of two transactions that add the first domain, only one finds none.
  const defaultAudienceId = await insertDefaultAudience(transaction, domain.accountId);
  const { rows: domains } = await transaction.query<{ id: string; name: string }>(
    'SELECT id, name FROM domains WHERE account_id = $1',
    [domain.accountId],
  );
  const known = domains.find(({ name }) => name === domain.name);
  const id = known?.id ?? ids.next();
  if (!known) {
    const audienceId =
      domains.length === 0 ? defaultAudienceId : await insertOwnAudience(transaction, ids, domain);
    await transaction.query(
      `INSERT INTO domains (id, account_id, name, status, receiving_enabled, audience_id)
       VALUES ($1, $2, $3, 'verified', $4, $5)`,
      [id, domain.accountId, domain.name, domain.receiving, audienceId],
    );
  }
  await createDkimKey(transaction, id, { ids, secrets });
}

/** The audience of a domain has the domain's name. */
async function insertOwnAudience(
  transaction: Transaction,
  ids: Ids,
  { accountId, name }: { accountId: string; name: string },
): Promise<string> {
  const { id } = await insertAudience(transaction, { id: ids.next(), accountId, name });
  return id;
}
