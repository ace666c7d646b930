// API keys: their operations, as rows of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

const CREATE_COMMAND = '`npm run ops -- create-api-key <account> --name <name>`';
const REVOKE_COMMAND = '`npm run ops -- revoke-api-key <key-id>`';

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
    byOperators: `Until there is one, an operator creates a key: ${CREATE_COMMAND}.`,
    summary: 'Create an API key',
  },
  updateApiKey: {
    method: 'patch',
    path: '/api-keys/:id',
    permission: 'dashboard',
    byOperators: `Nobody can change a key yet; an operator creates another (${CREATE_COMMAND}) and revokes this one (${REVOKE_COMMAND}).`,
    summary: 'Update an API key',
  },
  deleteApiKey: {
    method: 'delete',
    path: '/api-keys/:id',
    permission: 'dashboard',
    byOperators: `Until there is one, an operator revokes a key: ${REVOKE_COMMAND}.`,
    summary: 'Revoke an API key',
  },
} as const satisfies Record<string, DescribedOperation>;
