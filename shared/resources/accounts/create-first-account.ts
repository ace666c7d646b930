// The account of a self-hosted service's owner: everything allowed, one domain that may send and receive, one
// full-access key. Safe to run again, and by two starts at once: each row is made only while it is missing.
import type { Database } from '../../db/connect.ts';
import { type Transaction, transaction } from '../../db/transaction.ts';
import type { Ids } from '../../ids.ts';
import type { Secrets } from '../../secrets.ts';
import { hashToken, shownPrefix } from '../../tokens.ts';
import { createDkimKey } from '../domains/create-dkim-key.ts';

/** Key of the advisory lock: two starts on an empty database must not make two accounts. */
const FIRST_ACCOUNT_LOCK_KEY = 0x66697273;

/** What the account gets. */
export interface FirstAccount {
  /** Lower case. It counts as verified: the owner of this machine says so. */
  domain: string;
  /** The key itself; only its hash is stored. */
  apiKey: string;
}

/** Makes what is missing of the first account. The key, the domain or the whole account may exist already. */
export async function createFirstAccount(
  database: Database,
  { ids, secrets }: { ids: Ids; secrets: Secrets },
  first: FirstAccount,
): Promise<void> {
  await transaction(database, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [FIRST_ACCOUNT_LOCK_KEY]);
    const accountId = (await findAccount(client, first)) ?? (await insertAccount(client, ids));
    const domainId = await insertDomain(client, ids, accountId, first.domain);
    await createDkimKey(client, domainId, { ids, secrets });
    await insertApiKey(client, ids, accountId, first.apiKey);
  });
}

/** The key's account, else the oldest: a lost key is replaced, its account is not. */
async function findAccount(client: Transaction, { apiKey }: FirstAccount): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT accounts.id FROM accounts
     ORDER BY EXISTS (SELECT FROM api_keys WHERE account_id = accounts.id AND key_hash = $1) DESC, id LIMIT 1`,
    [hashToken(apiKey)],
  );
  return rows[0]?.id;
}

async function insertAccount(client: Transaction, ids: Ids): Promise<string> {
  const id = ids.next();
  await client.query(
    `INSERT INTO accounts (id, name, plan_id, production_access) VALUES ($1, 'First account', 'unlimited', true)`,
    [id],
  );
  return id;
}

async function insertDomain(client: Transaction, ids: Ids, accountId: string, name: string): Promise<string> {
  await client.query(
    `INSERT INTO domains (id, account_id, name, status, receiving_enabled) VALUES ($1, $2, $3, 'verified', true)
     ON CONFLICT (account_id, name) DO NOTHING`,
    [ids.next(), accountId, name],
  );
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM domains WHERE account_id = $1 AND name = $2',
    [accountId, name],
  );
  return rows[0]?.id ?? '';
}

async function insertApiKey(client: Transaction, ids: Ids, accountId: string, apiKey: string): Promise<void> {
  await client.query(
    `INSERT INTO api_keys (id, account_id, name, prefix, key_hash, permission)
     VALUES ($1, $2, 'First key', $3, $4, 'full_access') ON CONFLICT (key_hash) DO NOTHING`,
    [ids.next(), accountId, shownPrefix(apiKey), hashToken(apiKey)],
  );
}
