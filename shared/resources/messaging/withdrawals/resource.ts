// The manifest of withdrawals of scheduled mail (foundation/manifest.ts).
import type { Manifest } from '../../foundation/manifest.ts';
import { ownedRows } from '../../foundation/owned-rows.ts';
import { withdrawalWork } from './work.ts';

export const withdrawalsManifest = {
  work: [withdrawalWork],
  deletion: { stage: 'at once', rows: [ownedRows('domain_withdrawals')] },
} satisfies Manifest;
