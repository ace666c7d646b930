// The manifest of the unsubscribe page (foundation/manifest.ts).
import type { Manifest } from '../../foundation/manifest.ts';
import { ownedRows } from '../../foundation/owned-rows.ts';

export const unsubscribePageManifest = {
  deletion: { stage: 'mail', rows: [ownedRows('unsubscribe_page_settings')] },
} satisfies Manifest;
