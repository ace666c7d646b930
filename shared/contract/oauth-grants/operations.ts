// OAuth grants: their operations, as rows of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const OAUTH_GRANT_OPERATIONS = {
  listOauthGrants: {
    method: 'get',
    path: '/oauth/grants',
    permission: 'full',
    summary: 'List OAuth grants: always none, because programs sign in with API keys',
    answer: { listOf: 'OauthGrantItem' },
    commands: ['oauth-grants list'],
  },
} as const satisfies Record<string, DescribedOperation>;
