// Logs of requests: their rows of the table of operations (../operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const LOG_OPERATIONS = {
  listLogs: {
    method: 'get',
    path: '/logs',
    permission: 'full',
    summary: 'List the requests that were made with API keys',
    answer: { listOf: 'LogItem' },
    commands: ['logs list'],
  },
  getLog: {
    method: 'get',
    path: '/logs/:id',
    permission: 'full',
    summary: 'Get a request with its body and its answer',
    answer: { object: 'Log' },
    commands: ['logs get'],
  },
} as const satisfies Record<string, DescribedOperation>;
