// The manifest of API keys (foundation/manifest.ts).
import { newestRows } from '../change-mark.ts';
import type { Manifest } from '../manifest.ts';
import { ownedRows } from '../owned-rows.ts';

/** More keys than people make; a use of an older one is seen with the next slow read. */
const MARKED_KEYS = 20;

export const apiKeysManifest = {
  deletion: { stage: 'access', rows: [ownedRows('api_keys')] },
  changeMarks: [{ names: ['api-keys'], value: (account) => newestRows('api_keys', account, MARKED_KEYS) }],
} satisfies Manifest;
