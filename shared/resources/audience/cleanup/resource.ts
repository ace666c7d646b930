// The manifest of deletions of audiences (foundation/manifest.ts).
import type { Manifest } from '../../foundation/manifest.ts';
import { ownedRows } from '../../foundation/owned-rows.ts';
import { removalWork } from './work.ts';

export const cleanupManifest = {
  work: [removalWork],
  deletion: { stage: 'at once', rows: [ownedRows('audience_removals')] },
} satisfies Manifest;
