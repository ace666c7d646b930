// The manifest of imports of contacts (foundation/manifest.ts).
import { IMPORT_RETENTION_DAYS, IMPORTS_UNFINISHED_MAX } from '../../../contract/limits.ts';
import { versionOf } from '../../foundation/change-mark.ts';
import type { Manifest } from '../../foundation/manifest.ts';
import { ID_KEY, ownedRows } from '../../foundation/owned-rows.ts';
import { importWork } from './work.ts';

export const contactImportsManifest = {
  work: [importWork],
  retention: () => [
    {
      what: 'imports',
      days: IMPORT_RETENTION_DAYS,
      removePiece: async (database, end) =>
        await (await import('./remove-old.ts')).removeOldImports(database, end),
    },
  ],
  deletion: {
    stage: 'flows',
    rows: [
      ownedRows('contact_import_failures', ID_KEY),
      { ...ownedRows('contact_imports', ID_KEY), content: 'content_id' },
    ],
    claimed: ['contact_imports'],
  },
  changeMarks: [
    {
      // One that is done is not looked at any more.
      names: ['contacts'],
      value: (account) =>
        versionOf(`SELECT xmin FROM contact_imports
                   WHERE account_id = ${account} AND status IN ('queued', 'in_progress') LIMIT ${IMPORTS_UNFINISHED_MAX}`),
    },
  ],
  samples: {
    'contact.import.completed': async () => (await import('./event-data.ts')).sampleContactImportEventData,
  },
  erasurePhases: { imports: async () => (await import('./failures/erase.ts')).importFailuresPhase },
} satisfies Manifest;
