// Creates DKIM keys. Every domain has one from the start, because mail is never sent unsigned.

import { type DkimKeyPair, generateDkimKey } from '../../../../mail/dkim/dkim-keys.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Secrets } from '../../../../platform/security/secrets.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { DkimKeyState } from './dkim-key.ts';

/** A selector is the name of a key in DNS: `ph1`, `ph2` … */
const SELECTOR_PREFIX = 'ph';

/** Dependencies of creating a key. */
export interface CreateKeyDeps {
  ids: Ids;
  secrets: Secrets;
}

/** The row that an encrypted key is bound to (shared/platform/security/secrets.ts). */
export function dkimKeyOwner(keyId: string): string {
  return `dkim_keys/${keyId}`;
}

/** Creates the first key of a domain, unless it has one. */
export async function createDkimKey(
  database: Queryable,
  domainId: string,
  deps: CreateKeyDeps,
  state: DkimKeyState,
): Promise<void> {
  const { rowCount } = await database.query('SELECT FROM dkim_keys WHERE domain_id = $1 LIMIT 1', [domainId]);
  if (rowCount) return;
  await insertDkimKey(
    database,
    { domainId, selector: selectorAfter([]), state },
    await generateDkimKey(),
    deps,
  );
}

/** A new key. */
interface NewDkimKey {
  domainId: string;
  selector: string;
  state: DkimKeyState;
}

/** Stores a key pair, its private key encrypted, unless the domain has the selector already. */
export async function insertDkimKey(
  database: Queryable,
  { domainId, selector, state }: NewDkimKey,
  { privateKeyPem, publicKeyBase64 }: DkimKeyPair,
  { ids, secrets }: CreateKeyDeps,
): Promise<void> {
  const id = ids.next();
  await database.query(
    `INSERT INTO dkim_keys (id, domain_id, selector, public_key, private_key, state) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (domain_id, selector) DO NOTHING`,
    [id, domainId, selector, publicKeyBase64, secrets.encrypt(privateKeyPem, dkimKeyOwner(id)), state],
  );
}

/** The selector of the next key. A number is never used again: resolvers may still have its old record. */
export function selectorAfter(selectors: readonly string[]): string {
  const numbers = selectors.map((selector) => Number(selector.slice(SELECTOR_PREFIX.length)) || 0);
  return `${SELECTOR_PREFIX}${Math.max(0, ...numbers) + 1}`;
}
