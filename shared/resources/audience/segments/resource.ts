// The manifest of segments (foundation/manifest.ts).
import { newestRows } from '../../foundation/change-mark.ts';
import type { Manifest } from '../../foundation/manifest.ts';
import { ID_KEY, ownedRows } from '../../foundation/owned-rows.ts';
import { recountWork } from './recounts/work.ts';

const MARKED_SEGMENTS = 50;

export const segmentsManifest = {
  work: [recountWork],
  deletion: {
    stage: 'audiences',
    rows: [
      {
        ...ownedRows('segments', ID_KEY),
        dependents: [
          { table: 'segment_recounts', column: 'id' },
          { table: 'segment_contacts', column: 'segment_id' },
        ],
      },
    ],
    claimed: ['segment_recounts'],
  },
  changeMarks: [
    { names: ['segments'], value: (account) => newestRows('segments', account, MARKED_SEGMENTS) },
  ],
  findUse: async (...given) => await (await import('./filters/uses.ts')).findFilterUsing(...given),
} satisfies Manifest;
