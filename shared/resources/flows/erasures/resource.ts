// The manifest of erasures of people (foundation/manifest.ts).
import type { Manifest } from '../../foundation/manifest.ts';
import { ownedRows } from '../../foundation/owned-rows.ts';
import { erasureWork } from './work.ts';

export const erasuresManifest = {
  work: [erasureWork],
  deletion: { stage: 'at once', rows: [ownedRows('contact_erasures')] },
} satisfies Manifest;
