// Domains: their operations, as rows of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const DOMAIN_OPERATIONS = {
  listDomains: {
    method: 'get',
    path: '/domains',
    permission: 'full',
    summary: 'List domains',
    answer: { listOf: 'DomainItem' },
    commands: ['domains list'],
  },
} as const satisfies Record<string, DescribedOperation>;
