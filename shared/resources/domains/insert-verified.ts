// Adds a domain that counts as verified because the operator of the service vouches for it, with the DKIM key that
// signs its mail.

import type { Queryable } from '../../platform/db/connect.ts';
import type { Secrets } from '../../platform/security/secrets.ts';
import type { Ids } from '../../platform/time/ids.ts';
import { createDkimKey } from './create-dkim-key.ts';

/**
 * Creates what is missing of an account's domain; the domain may exist already.
 * @param name lower-case ASCII
 */
export async function insertVerifiedDomain(
  database: Queryable,
  { ids, secrets }: { ids: Ids; secrets: Secrets },
  { accountId, name, receiving }: { accountId: string; name: string; receiving: boolean },
): Promise<void> {
  await database.query(
    `INSERT INTO domains (id, account_id, name, status, receiving_enabled) VALUES ($1, $2, $3, 'verified', $4)
     ON CONFLICT (account_id, name) DO NOTHING`,
    [ids.next(), accountId, name, receiving],
  );
  const { rows } = await database.query<{ id: string }>(
    'SELECT id FROM domains WHERE account_id = $1 AND name = $2',
    [accountId, name],
  );
  await createDkimKey(database, rows[0]?.id ?? '', { ids, secrets });
}
