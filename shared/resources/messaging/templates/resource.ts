// The manifest of templates (foundation/manifest.ts).
import type { Manifest } from '../../foundation/manifest.ts';
import { ID_KEY, ownedRows } from '../../foundation/owned-rows.ts';

export const templatesManifest = {
  deletion: {
    stage: 'mail',
    rows: [
      {
        ...ownedRows('templates', ID_KEY),
        dependents: [{ table: 'template_versions', column: 'template_id' }],
      },
    ],
  },
} satisfies Manifest;
