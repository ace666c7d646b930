// The signing secret of a webhook. Signing needs it in plain text, so it is stored encrypted, bound to this webhook
// (shared/platform/security/secrets.ts). Only the answers to the creation and to a rotation show it.

import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Secrets } from '../../../platform/security/secrets.ts';
import type { WebhookKey } from './find.ts';
import { newSecret } from './signature.ts';
import { signingSecretOwner } from './signing-secret-owner.ts';

/**
 * Generates a secret.
 * @returns the secret, and its encrypted form to store
 */
export function drawSecret(secrets: Secrets, webhookId: string): { secret: string; encrypted: Buffer } {
  const secret = newSecret();
  return { secret, encrypted: secrets.encrypt(secret, signingSecretOwner(webhookId)) };
}

/**
 * Replaces the secret. All attempts from now on are signed with the new one.
 * @returns the new secret
 * @throws DomainError `not_found`
 */
export async function rotateSecret(
  database: Queryable,
  secrets: Secrets,
  { accountId, id }: WebhookKey,
  now: Date,
): Promise<string> {
  const { secret, encrypted } = drawSecret(secrets, id);
  const { rowCount } = await database.query(
    'UPDATE webhooks SET signing_secret = $3, updated_at = $4 WHERE id = $1 AND account_id = $2',
    [id, accountId, encrypted, now],
  );
  if (rowCount === 0) throw notFound('Webhook');
  return secret;
}
