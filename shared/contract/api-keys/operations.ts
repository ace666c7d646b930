// API keys: their operations, as rows of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const API_KEY_OPERATIONS = {
  listApiKeys: {
    method: 'get',
    path: '/api-keys',
    permission: 'full',
    summary: 'List API keys',
    answer: { listOf: 'ApiKeyItem' },
    commands: ['api-keys list'],
  },
  createApiKey: {
    method: 'post',
    path: '/api-keys',
    permission: 'dashboard',
    summary: 'Create an API key',
  },
  updateApiKey: {
    method: 'patch',
    path: '/api-keys/:id',
    permission: 'dashboard',
    summary: 'Update an API key',
  },
  deleteApiKey: {
    method: 'delete',
    path: '/api-keys/:id',
    permission: 'dashboard',
    summary: 'Revoke an API key',
  },
} as const satisfies Record<string, DescribedOperation>;
