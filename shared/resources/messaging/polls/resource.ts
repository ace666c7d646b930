// The manifest of polls (foundation/manifest.ts). Their retention is with campaigns, which they wait for.
import type { Manifest } from '../../foundation/manifest.ts';
import { ID_KEY, ownedRows } from '../../foundation/owned-rows.ts';

export const pollsManifest = {
  deletion: {
    stage: 'mail',
    rows: [
      ownedRows('poll_votes', ['address_key', 'text']),
      { ...ownedRows('polls', ID_KEY), dependents: [{ table: 'poll_counters', column: 'poll_id' }] },
    ],
  },
} satisfies Manifest;
