// Stores a new API key: its hash and the characters that lists show, never the key.
import type { Queryable } from '../../db/connect.ts';
import type { Ids } from '../../ids.ts';
import { hashToken, shownPrefix } from '../../tokens.ts';

/** Inserts a full-access key; a key that exists already stays as it is. */
export async function insertApiKey(
  database: Queryable,
  ids: Ids,
  { accountId, name, token }: { accountId: string; name: string; token: string },
): Promise<void> {
  await database.query(
    `INSERT INTO api_keys (id, account_id, name, prefix, key_hash, permission)
     VALUES ($1, $2, $3, $4, $5, 'full_access') ON CONFLICT (key_hash) DO NOTHING`,
    [ids.next(), accountId, name, shownPrefix(token), hashToken(token)],
  );
}
