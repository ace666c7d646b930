// The manifest of contact properties (foundation/manifest.ts).
import type { Manifest } from '../../foundation/manifest.ts';
import { ID_KEY, ownedRows } from '../../foundation/owned-rows.ts';

export const contactPropertiesManifest = {
  deletion: {
    stage: 'audiences',
    rows: [ownedRows('contact_properties', ID_KEY), ownedRows('contact_property_counters')],
  },
} satisfies Manifest;
