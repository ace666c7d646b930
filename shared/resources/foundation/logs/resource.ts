// The manifest of request logs (foundation/manifest.ts).
import { rowsById } from '../../../platform/retention/retention.ts';
import type { Manifest } from '../manifest.ts';
import { ownedRows } from '../owned-rows.ts';

export const logsManifest = {
  partitioned: [{ name: 'logs', idKind: 'bigint' }],
  retention: (days) => [
    { ...rowsById('request logs', 'logs', days.logs), idKind: 'bigint', isContinuous: true },
  ],
  deletion: { stage: 'requests', rows: [ownedRows('logs', ['id', 'bigint'])] },
  erasurePhases: {
    logs: async () => (await import('./erase.ts')).logsPhase,
    // Once more, since the erasure: the account may have read an email that was not finished.
    late_logs: async () => (await import('./erase.ts')).logsPhase,
  },
} satisfies Manifest;
