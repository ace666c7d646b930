// Usage: its operation, as a row of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const USAGE_OPERATIONS = {
  getUsage: {
    method: 'get',
    path: '/usage',
    permission: 'full',
    summary: 'Get the usage and limits of the account',
    answer: { object: 'Usage' },
    commands: ['usage get'],
  },
} as const satisfies Record<string, DescribedOperation>;
