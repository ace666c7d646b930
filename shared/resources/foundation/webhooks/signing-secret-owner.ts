/**
 * The row that an encrypted signing secret is bound to (shared/platform/security/secrets.ts): copied to another row, it
 * cannot be decrypted.
 */
export function signingSecretOwner(webhookId: string): string {
  return `webhooks/${webhookId}/signing_secret`;
}
