// Walks over stored secrets (secrets.ts) in steps by primary key: counts under which key each is, and encrypts those of
// previous keys again with SECRET_KEY (`ops re-encrypt`). Rows are changed one by one while they are in use: each is read
// again under a lock, so no change of another process is overwritten. A walk may be killed and repeated.

import type { SecretKeys } from '../security/secret-keys.ts';
import { createSecrets, type Secrets } from '../security/secrets.ts';
import { NIL_UUID } from '../time/ids.ts';
import type { Database, Queryable } from './connect.ts';
import { transaction } from './transaction.ts';

/** A kind of secret: where it is stored, and the owner that it was encrypted for. */
export interface SecretKind {
  name: string;
  table: string;
  column: string;
  ownerOf(id: string): string;
}

/** How many secrets there are. */
export interface SecretCounts {
  /** The secrets of each key, in the order of the keys. */
  ofKeys: number[];
  /** Secrets that no key opens. */
  unreadable: number;
}

/** The result of a walk. */
export interface ReEncrypted {
  /** Encrypted with the first key now, and with another one before. */
  written: number;
  unreadable: number;
}

interface StoredSecret {
  id: string;
  encrypted: Buffer;
}

/** Rows of a step, which are locked for as long as it takes to encrypt them: about ten milliseconds. */
const STEP_ROWS = 200;

/** Counts the secrets of a kind. */
export async function countSecrets(
  database: Queryable,
  kind: SecretKind,
  secretKeys: SecretKeys,
): Promise<SecretCounts> {
  const keyOf = createKeyFinder(kind, secretKeys);
  const counts: SecretCounts = { ofKeys: secretKeys.map(() => 0), unreadable: 0 };
  for await (const rows of stepsOf(database, kind)) {
    for (const row of rows) {
      const key = keyOf(row);
      if (key === undefined) counts.unreadable += 1;
      else counts.ofKeys[key] = (counts.ofKeys[key] ?? 0) + 1;
    }
  }
  return counts;
}

/** Encrypts the secrets of a kind with the first key, if they are under another one. */
export async function reEncryptSecrets(
  database: Database,
  kind: SecretKind,
  secretKeys: SecretKeys,
): Promise<ReEncrypted> {
  const keyOf = createKeyFinder(kind, secretKeys);
  const secrets = createSecrets(secretKeys);
  const done: ReEncrypted = { written: 0, unreadable: 0 };
  for await (const rows of stepsOf(database, kind)) {
    const keys = rows.map(keyOf);
    done.unreadable += keys.filter((key) => key === undefined).length;
    const ids = rows.flatMap(({ id }, index) => (keys[index] ? [id] : []));
    if (ids.length > 0) done.written += await writeAgain(database, kind, secrets, ids);
  }
  return done;
}

async function writeAgain(
  database: Database,
  { table, column, ownerOf }: SecretKind,
  secrets: Secrets,
  ids: readonly string[],
): Promise<number> {
  return await transaction(database, async (client) => {
    const { rows } = await client.query<StoredSecret>(
      `SELECT id, ${column} AS encrypted FROM ${table} WHERE id = ANY($1) AND ${column} IS NOT NULL
       ORDER BY id FOR NO KEY UPDATE`,
      [ids],
    );
    const again = rows.map(({ id, encrypted }) =>
      secrets.encrypt(secrets.decrypt(encrypted, ownerOf(id)), ownerOf(id)),
    );
    await client.query(
      `UPDATE ${table} SET ${column} = again.encrypted FROM unnest($1::uuid[], $2::bytea[]) AS again (id, encrypted)
       WHERE ${table}.id = again.id`,
      [rows.map(({ id }) => id), again],
    );
    return rows.length;
  });
}

async function* stepsOf(database: Queryable, { table, column }: SecretKind): AsyncGenerator<StoredSecret[]> {
  for (let after = NIL_UUID; ; ) {
    const { rows } = await database.query<StoredSecret>(
      `SELECT id, ${column} AS encrypted FROM ${table} WHERE ${column} IS NOT NULL AND id > $1
       ORDER BY id LIMIT ${STEP_ROWS}`,
      [after],
    );
    yield rows;
    if (rows.length < STEP_ROWS) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** @returns the place of the key among the keys; undefined: none opens the secret */
function createKeyFinder({ ownerOf }: SecretKind, secretKeys: SecretKeys) {
  const openers = secretKeys.map((secretKey) => createSecrets([secretKey]));
  return ({ id, encrypted }: StoredSecret): number | undefined => {
    const key = openers.findIndex((opener) => canDecrypt(opener, encrypted, ownerOf(id)));
    return key === -1 ? undefined : key;
  };
}

function canDecrypt(secrets: Secrets, encrypted: Buffer, owner: string): boolean {
  try {
    secrets.decrypt(encrypted, owner);
    return true;
  } catch {
    return false;
  }
}
