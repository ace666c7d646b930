// The manifest of idempotency keys (foundation/manifest.ts).
import { IDEMPOTENCY_KEY_DAYS } from '../../../contract/limits.ts';
import { rowsByTime } from '../../../platform/retention/retention.ts';
import type { Manifest } from '../manifest.ts';
import { ownedRows } from '../owned-rows.ts';

export const idempotencyManifest = {
  retention: () => [
    {
      ...rowsByTime('idempotency keys', 'idempotency_keys', 'created_at', IDEMPOTENCY_KEY_DAYS),
      isContinuous: true,
    },
  ],
  deletion: { stage: 'requests', rows: [ownedRows('idempotency_keys', ['key', 'text'])] },
  erasurePhases: { answers: async () => (await import('./erase.ts')).answersPhase },
} satisfies Manifest;
