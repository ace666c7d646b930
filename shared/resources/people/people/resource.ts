// The manifest of people (foundation/manifest.ts).
import { rowsByTime } from '../../../platform/retention/retention.ts';
import type { Manifest } from '../../foundation/manifest.ts';
import { totpSecretOwner } from './second-factor/totp.ts';

export const peopleManifest = {
  retention: () => [rowsByTime('sign-ins', 'sign_in_challenges', 'expires_at', 0)],
  staying: { people: 'go with their last membership' },
  secrets: [
    { name: 'second factor', table: 'people', column: 'totp_secret', ownerOf: totpSecretOwner },
    {
      name: 'second factor that is being set up',
      table: 'people',
      column: 'totp_pending_secret',
      ownerOf: totpSecretOwner,
    },
  ],
} satisfies Manifest;
