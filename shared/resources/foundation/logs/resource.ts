// The manifest of request logs (foundation/manifest.ts).
import { rowsById } from '../../../platform/db/retention/retention.ts';
import type { Manifest } from '../manifest.ts';
import { ownedRows } from '../owned-rows.ts';

export const logsManifest = {
  partitioned: [{ name: 'logs', idKind: 'bigint' }],
  retention: (days) => [
    { ...rowsById('request logs', 'logs', days.logs), idKind: 'bigint', isContinuous: true },
  ],
  deletion: { stage: 'requests', rows: [ownedRows('logs', ['id', 'bigint'])] },
} satisfies Manifest;
