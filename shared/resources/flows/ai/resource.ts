// The manifest of suggestions of a model (foundation/manifest.ts).
import type { Manifest } from '../../foundation/manifest.ts';
import { ownedRows } from '../../foundation/owned-rows.ts';

export const aiManifest = {
  retention: () => [
    {
      what: 'hours of AI credits',
      days: 0,
      removePiece: async (database) => await (await import('./credits.ts')).AI_CREDITS.removeOld(database),
    },
  ],
  deletion: { stage: 'flows', rows: [ownedRows('ai_usage'), ownedRows('ai_usage_totals')] },
} satisfies Manifest;
