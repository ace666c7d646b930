// The manifest of audit events (foundation/manifest.ts).
import { AUDIT_RETENTION_DAYS } from '../../../contract/limits.ts';
import { rowsById } from '../../../platform/retention/retention.ts';
import type { Manifest } from '../manifest.ts';

export const auditEventsManifest = {
  retention: () => [rowsById('audit events', 'audit_events', AUDIT_RETENTION_DAYS)],
  staying: {
    audit_events: 'stay without the account and without addresses, until retention removes them',
  },
  erasurePhases: { audit: async () => (await import('./erase.ts')).auditEventsPhase },
} satisfies Manifest;
