// The manifest of suppressions (foundation/manifest.ts).
import { newestRows } from '../../foundation/change-mark.ts';
import type { Manifest } from '../../foundation/manifest.ts';
import { ID_KEY, ownedRows } from '../../foundation/owned-rows.ts';

/** Several may come at once, and not in the order of their ids. */
const MARKED_SUPPRESSIONS = 20;

export const suppressionsManifest = {
  deletion: { stage: 'audiences', rows: [ownedRows('suppressions', ID_KEY)] },
  // Workers write them after a bounce.
  changeMarks: [
    { names: ['suppressions'], value: (account) => newestRows('suppressions', account, MARKED_SUPPRESSIONS) },
  ],
  samples: { suppression: async () => (await import('./event-data.ts')).sampleSuppressionEventData },
} satisfies Manifest;
