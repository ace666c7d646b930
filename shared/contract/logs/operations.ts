// Request logs: their operations, as rows of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const LOG_OPERATIONS = {
  listLogs: {
    method: 'get',
    path: '/logs',
    permission: 'full',
    summary: 'List logged requests',
    answer: { listOf: 'LogItem' },
    commands: ['logs list'],
  },
  getLog: {
    method: 'get',
    path: '/logs/:id',
    permission: 'full',
    summary: 'Get a logged request with the request and response bodies',
    answer: { object: 'Log' },
    commands: ['logs get'],
  },
} as const satisfies Record<string, DescribedOperation>;
