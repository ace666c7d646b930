// Verifies a second factor: a code of the authenticator app, or a recovery code. Each is accepted once, however many
// requests show it at the same time: one UPDATE decides (compare-and-set).
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Secrets } from '../../../../platform/security/secrets.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { findTotpStep, totpSecretOwner } from './totp.ts';

/** A second factor that a client shows, by one of the two codes. */
export interface ShownSecondFactor {
  personId: string;
  /** The code of the app: six digits. */
  code?: string | undefined;
  recoveryCode?: string | undefined;
  now: Date;
}

/** Accepts a second factor, which is used up by it. @returns false: it is wrong or was used, or the person has none */
export async function verifySecondFactor(
  database: Queryable,
  secrets: Secrets,
  { personId, code, recoveryCode, now }: ShownSecondFactor,
): Promise<boolean> {
  if (code !== undefined) return await takeTotpCode(database, secrets, { personId, code, now });
  if (recoveryCode !== undefined) return await takeRecoveryCode(database, personId, recoveryCode);
  return false;
}

async function takeTotpCode(
  database: Queryable,
  secrets: Secrets,
  { personId, code, now }: { personId: string; code: string; now: Date },
): Promise<boolean> {
  const { rows } = await database.query<{ encrypted: Buffer | null }>({
    name: 'find-totp-secret',
    text: 'SELECT totp_secret AS encrypted FROM people WHERE id = $1',
    values: [personId],
  });
  const encrypted = rows[0]?.encrypted;
  if (!encrypted) return false;
  const step = findTotpStep(secrets.decrypt(encrypted, totpSecretOwner(personId)), code, now);
  if (step === undefined) return false;
  // A code that was seen once is worth nothing, and neither is an older one (RFC 6238 §5.2).
  const { rowCount } = await database.query({
    name: 'take-totp-step',
    text: `UPDATE people SET totp_last_step = $3
           WHERE id = $1 AND totp_secret = $2 AND (totp_last_step IS NULL OR totp_last_step < $3)`,
    values: [personId, encrypted, step],
  });
  if (rowCount === 1) return true;
  return (await isStill(database, personId, encrypted))
    ? false
    : await takeTotpCode(database, secrets, { personId, code, now });
}

/** Whether the stored bytes are the same: `ops re-encrypt` may have written the secret again since they were read. */
async function isStill(database: Queryable, personId: string, encrypted: Buffer): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'compare-totp-secret',
    text: 'SELECT FROM people WHERE id = $1 AND totp_secret = $2',
    values: [personId, encrypted],
  });
  return rowCount === 1;
}

async function takeRecoveryCode(database: Queryable, personId: string, code: string): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'take-recovery-code',
    text: `UPDATE people SET recovery_code_hashes = array_remove(recovery_code_hashes, $2)
           WHERE id = $1 AND totp_secret IS NOT NULL AND $2 = ANY(recovery_code_hashes)`,
    values: [personId, hashRecoveryCode(code)],
  });
  return rowCount === 1;
}
