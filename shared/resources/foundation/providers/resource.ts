// The manifest of the SMTP servers that accept our mail (foundation/manifest.ts).
import type { Manifest } from '../manifest.ts';
import { ownedRows } from '../owned-rows.ts';
import { feedbackKeyOwner, providerUrlOwner } from './provider.ts';

export const providersManifest = {
  deletion: { stage: 'mail', rows: [ownedRows('provider_choices')] },
  staying: { providers: 'are of the service' },
  secrets: [
    { name: 'URL of a provider', table: 'providers', column: 'url', ownerOf: providerUrlOwner },
    {
      name: 'feedback key of a provider',
      table: 'providers',
      column: 'feedback_key',
      ownerOf: feedbackKeyOwner,
    },
  ],
} satisfies Manifest;
