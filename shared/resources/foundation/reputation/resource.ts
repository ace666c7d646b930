// The manifest of reputations (foundation/manifest.ts).
import { rowsByTime } from '../../../platform/retention/retention.ts';
import type { Manifest } from '../manifest.ts';
import { ownedRows } from '../owned-rows.ts';

/** Mail is scheduled up to 30 days ahead, and a deleted domain keeps its name's reputation for as long. */
const REPUTATION_DAYS = 35;

export const reputationManifest = {
  retention: () => [
    rowsByTime('days of sending', 'sending_days', 'day', REPUTATION_DAYS),
    rowsByTime('reputations of deleted domains', 'deleted_domain_reputations', 'deleted_at', REPUTATION_DAYS),
    rowsByTime('use of capacities', 'capacity_use', 'day', REPUTATION_DAYS),
  ],
  deletion: {
    stage: 'mail',
    rows: [ownedRows('sending_days'), ownedRows('capacity_use'), ownedRows('deleted_domain_reputations')],
  },
} satisfies Manifest;
