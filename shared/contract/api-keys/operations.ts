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
    isAudited: true,
    status: 201,
    byOperators: `An operator can create a key too: ${CREATE_COMMAND}.`,
    refuses: ['missing_required_field', 'not_found'],
    summary: 'Create an API key',
    example: { name: 'Shop', permission: 'sending_access', expires_at: '2030-01-01T00:00:00.000Z' },
    answer: { object: 'NewApiKey' },
  },
  getApiKey: {
    method: 'get',
    path: '/api-keys/:id',
    permission: 'dashboard',
    summary: 'Get an API key',
    answer: { object: 'ApiKey' },
  },
  updateApiKey: {
    method: 'patch',
    path: '/api-keys/:id',
    permission: 'dashboard',
    isAudited: true,
    byOperators: `An operator can create another key (${CREATE_COMMAND}) and revoke this one (${REVOKE_COMMAND}).`,
    summary: 'Update an API key',
    example: { name: 'Shop', allowed_addresses: ['203.0.113.0/24'] },
    answer: { object: 'ApiKey' },
  },
  deleteApiKey: {
    method: 'delete',
    path: '/api-keys/:id',
    permission: 'dashboard',
    isAudited: true,
    byOperators: `An operator can revoke a key too: ${REVOKE_COMMAND}.`,
    summary: 'Revoke an API key',
    answer: { object: 'DeletedApiKey' },
  },
} as const satisfies Record<string, DescribedOperation>;
