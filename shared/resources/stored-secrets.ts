// Finds stored secrets to try SECRET_KEY on. After the restore of a backup with another key the old secrets cannot be
// decrypted, while new ones can: so the oldest and the newest of each kind are tried.
import type { Queryable } from '../platform/db/connect.ts';
import type { Secrets } from '../platform/security/secrets.ts';
import { signingSecretOwner } from './foundation/webhooks/signing-secret-owner.ts';
import { dkimKeyOwner } from './messaging/domains/keys/create-dkim-key.ts';
import { totpSecretOwner } from './people/people/second-factor/totp.ts';

/** A kind of secret: where it is stored, and the owner that it was encrypted for. */
const KINDS = [
  { name: 'DKIM key', table: 'dkim_keys', column: 'private_key', ownerOf: dkimKeyOwner },
  {
    name: 'webhook signing secret',
    table: 'webhooks',
    column: 'signing_secret',
    ownerOf: signingSecretOwner,
  },
  { name: 'second factor', table: 'people', column: 'totp_secret', ownerOf: totpSecretOwner },
] as const;

/** The result of a trial. */
export interface SecretsTrial {
  tried: number;
  /** Kinds of which at least one secret could not be decrypted. */
  unreadable: string[];
}

/** Tries to decrypt the oldest and the newest secret of each kind. */
export async function tryStoredSecrets(database: Queryable, secrets: Secrets): Promise<SecretsTrial> {
  const trial: SecretsTrial = { tried: 0, unreadable: [] };
  for (const { name, table, column, ownerOf } of KINDS) {
    const { rows } = await database.query<{ id: string; encrypted: Buffer }>(
      `(SELECT id, ${column} AS encrypted FROM ${table} WHERE ${column} IS NOT NULL ORDER BY id LIMIT 1) UNION ALL
       (SELECT id, ${column} FROM ${table} WHERE ${column} IS NOT NULL ORDER BY id DESC LIMIT 1)`,
    );
    trial.tried += rows.length;
    const isReadable = rows.every(({ id, encrypted }) => canDecrypt(secrets, encrypted, ownerOf(id)));
    if (!isReadable) trial.unreadable.push(name);
  }
  return trial;
}

function canDecrypt(secrets: Secrets, encrypted: Buffer, owner: string): boolean {
  try {
    secrets.decrypt(encrypted, owner);
    return true;
  } catch {
    return false;
  }
}
