// Creates the DKIM key that signs a domain's mail. Every domain has one from the start, because mail is never sent
// unsigned.

import { generateDkimKey } from '../../mail/dkim/dkim-keys.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import type { Secrets } from '../../platform/security/secrets.ts';
import type { Ids } from '../../platform/time/ids.ts';

/** Selector of the first key: its name in DNS. */
const FIRST_SELECTOR = 'ph1';

/** The row that an encrypted key is bound to (shared/platform/security/secrets.ts). */
export function dkimKeyOwner(keyId: string): string {
  return `dkim_keys/${keyId}`;
}

/** Creates the first key of a domain, unless it has one. */
export async function createDkimKey(
  database: Queryable,
  domainId: string,
  { ids, secrets }: { ids: Ids; secrets: Secrets },
): Promise<void> {
  const { rowCount } = await database.query('SELECT FROM dkim_keys WHERE domain_id = $1', [domainId]);
  if (rowCount) return;
  const id = ids.next();
  const { privateKeyPem, publicKeyBase64 } = await generateDkimKey();
  await database.query(
    `INSERT INTO dkim_keys (id, domain_id, selector, public_key, private_key) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (domain_id, selector) DO NOTHING`,
    [id, domainId, FIRST_SELECTOR, publicKeyBase64, secrets.encrypt(privateKeyPem, dkimKeyOwner(id))],
  );
}
