// The audit log: its operation, as a row of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const AUDIT_EVENT_OPERATIONS = {
  listAuditEvents: {
    method: 'get',
    path: '/audit-events',
    permission: 'dashboard',
    summary: 'List who did what in the account',
    answer: { listOf: 'AuditEventItem' },
  },
} as const satisfies Record<string, DescribedOperation>;
