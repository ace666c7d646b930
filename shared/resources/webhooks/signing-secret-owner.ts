/** Owner of a webhook's signing secret (shared/platform/security/secrets.ts): the bytes of one row are of no use in another. */
export function signingSecretOwner(webhookId: string): string {
  return `webhooks/${webhookId}/signing_secret`;
}
