// Creates the first account of a self-hosted service: the unlimited plan, production access, one verified domain that
// may send and receive and is the default one, with the default audience, one full-access API key. It is safe to repeat and to run twice at the
// same time: it creates only what is missing.

import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import type { Secrets } from '../../../platform/security/secrets.ts';
import { hashToken } from '../../../platform/security/tokens.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { insertMissingDefaultAudience } from '../../audience/audiences/insert.ts';
import { insertAccount } from '../../foundation/accounts/row.ts';
import { insertApiKey } from '../../foundation/api-keys/insert.ts';
import { addVouchedDomain } from '../../messaging/domains/vouching/vouch.ts';

/** Key of the advisory lock: two processes that start on an empty database must not create two accounts. */
const FIRST_ACCOUNT_LOCK_KEY = 0x66697273;

/** The domain and the key of the account. */
export interface FirstAccount {
  /** Lower case. It counts as verified, because the operator of this machine vouches for it. */
  domain: string;
  /** The key in plain text; only its hash is stored. */
  apiKey: string;
}

/**
 * Creates the missing parts of the first account. The key, the domain or the whole account may exist already.
 * @returns the id of the account
 */
export async function createFirstAccount(
  database: Database,
  { ids, secrets }: { ids: Ids; secrets: Secrets },
  first: FirstAccount,
): Promise<string> {
  return await transaction(database, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [FIRST_ACCOUNT_LOCK_KEY]);
    const accountId = (await findAccount(client, first)) ?? (await insertFirst(client, ids));
    const domain = {
      accountId,
      name: first.domain,
      receiving: true,
      isDefault: true,
      // For copied examples: campaigns and automations that name no From.
      defaultFrom: `hello@${first.domain}`,
    };
    await insertMissingDefaultAudience(client, accountId);
    await addVouchedDomain(client, { ids, secrets }, domain);
    await insertApiKey(client, ids, { accountId, name: 'First key', token: first.apiKey });
    return accountId;
  });
}

/** The account of the key, else the oldest account: if the key was lost, the account gets a new key. */
async function findAccount(client: Transaction, { apiKey }: FirstAccount): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT accounts.id FROM accounts
     ORDER BY EXISTS (SELECT FROM api_keys WHERE account_id = accounts.id AND key_hash = $1) DESC, id LIMIT 1`,
    [hashToken(apiKey)],
  );
  return rows[0]?.id;
}

async function insertFirst(client: Transaction, ids: Ids): Promise<string> {
  const id = ids.next();
  await insertAccount(client, { id, name: 'First account', planId: 'unlimited', productionAccess: true });
  return id;
}
