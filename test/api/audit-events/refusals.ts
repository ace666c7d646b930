// What the audit log refuses (docs/reference/audit-events.md).
import { each, type Refusal } from '../refusal.ts';

export const refusals: readonly Refusal[] = [
  {
    rule: 'Rejects an invalid filter of audit events with validation_error 422.',
    operation: 'listAuditEvents',
    queries: [
      ...each('actor_id', 'bo@acme.dev', ''),
      ...each('outcome', 'lost'),
      ...each('operation', '', 'x'.repeat(101)),
      ...each('opration', 'login'),
    ],
  },
];
