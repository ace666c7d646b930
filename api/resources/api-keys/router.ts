// Routes of /api-keys: lists keys. Only signed-in people may create, change and revoke them, so those operations refuse
// every request until people can sign in (docs/reference/api-keys.md#permissions).
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { listApiKeys } from '../../../shared/resources/api-keys/list.ts';
import { toList } from '../../page.ts';
import { type Resource, refusedRoute, route } from '../../route.ts';
import { listApiKeysQuery } from './input.ts';
import { toApiKeyItem } from './output.ts';

/** Routes of API keys. */
export const apiKeyRoutes: Resource = [
  route(OPERATIONS.listApiKeys, { query: listApiKeysQuery }, async ({ deps, caller, query }) =>
    toList(await listApiKeys(deps.database, caller.accountId, query), toApiKeyItem),
  ),
  refusedRoute(OPERATIONS.createApiKey),
  refusedRoute(OPERATIONS.updateApiKey),
  refusedRoute(OPERATIONS.deleteApiKey),
];
