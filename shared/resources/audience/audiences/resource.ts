// The manifest of audiences (foundation/manifest.ts).
import type { Manifest } from '../../foundation/manifest.ts';
import { ID_KEY, ownedRows } from '../../foundation/owned-rows.ts';

export const audiencesManifest = {
  deletion: { stage: 'audiences', rows: [ownedRows('audiences', ID_KEY)] },
} satisfies Manifest;
