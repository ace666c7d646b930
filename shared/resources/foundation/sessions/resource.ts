// The manifest of sessions (foundation/manifest.ts).
import { rowsByTime } from '../../../platform/retention/retention.ts';
import type { Manifest } from '../manifest.ts';
import { ownedRows } from '../owned-rows.ts';

export const sessionsManifest = {
  retention: () => [rowsByTime('sessions', 'sessions', 'expires_at', 0)],
  deletion: { stage: 'access', rows: [ownedRows('sessions')] },
} satisfies Manifest;
