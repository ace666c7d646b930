// All stored secrets, which are encrypted with SECRET_KEY (shared/platform/db/stored-secrets.ts).
import type { SecretKind } from '../platform/db/stored-secrets.ts';
import { feedbackKeyOwner, providerUrlOwner } from './foundation/providers/provider.ts';
import { signingSecretOwner } from './foundation/webhooks/signing-secret-owner.ts';
import { dkimKeyOwner } from './messaging/domains/keys/create-dkim-key.ts';
import { totpSecretOwner } from './people/people/second-factor/totp.ts';

export const SECRET_KINDS: readonly SecretKind[] = [
  { name: 'DKIM key', table: 'dkim_keys', column: 'private_key', ownerOf: dkimKeyOwner },
  {
    name: 'webhook signing secret',
    table: 'webhooks',
    column: 'signing_secret',
    ownerOf: signingSecretOwner,
  },
  { name: 'second factor', table: 'people', column: 'totp_secret', ownerOf: totpSecretOwner },
  {
    name: 'second factor that is being set up',
    table: 'people',
    column: 'totp_pending_secret',
    ownerOf: totpSecretOwner,
  },
  { name: 'URL of a provider', table: 'providers', column: 'url', ownerOf: providerUrlOwner },
  {
    name: 'feedback key of a provider',
    table: 'providers',
    column: 'feedback_key',
    ownerOf: feedbackKeyOwner,
  },
];
