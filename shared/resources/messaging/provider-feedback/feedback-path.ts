// The paths to which providers post their feedback. The secret in a path is derived from SECRET_KEY and the id of the
// provider, so it is not stored. Paths of SECRET_KEY_PREVIOUS keep working.
import { createHmac } from 'node:crypto';
import { areEqualSecrets } from '../../../platform/security/equal-secrets.ts';
import { createKeyRing, deriveKey, type SecretKeys } from '../../../platform/security/secret-keys.ts';

export const FEEDBACK_PATH = '/feedback';
/** 128 bits. */
const SECRET_DIGITS = 32;

/** The path of a provider, under PUBLIC_URL. */
export function feedbackPathOf({ id, name }: { id: string; name: string }, secretKeys: SecretKeys): string {
  return `${FEEDBACK_PATH}/${name}/${secretOf(keysOf(secretKeys).first.tool, id)}`;
}

/** Creates the check of a process. @returns whether a secret belongs to a provider, in constant time */
export function createFeedbackSecrets(
  secretKeys: SecretKeys,
): (providerId: string, secret: string) => boolean {
  const { all } = keysOf(secretKeys);
  return (id, secret) => all.some(({ tool: key }) => areEqualSecrets(secret, secretOf(key, id)));
}

function keysOf(secretKeys: SecretKeys) {
  return createKeyRing(secretKeys, (secretKey) => deriveKey(secretKey, 'feedback paths'));
}

function secretOf(key: Buffer, id: string): string {
  return createHmac('sha256', key).update(id).digest('hex').slice(0, SECRET_DIGITS);
}
