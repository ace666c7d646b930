// Routes of /api-keys. Only signed-in people may create, change and revoke keys (docs/reference/api-keys.md#permissions).
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { listApiKeys } from '../../../shared/resources/api-keys/list.ts';
import { toList } from '../../page.ts';
import { type Resource, route } from '../../route.ts';
import { listApiKeysQuery } from './input.ts';
import { toApiKeyItem } from './output.ts';

/** Routes of API keys. */
export const apiKeyRoutes: Resource = [
  route(OPERATIONS.listApiKeys, { query: listApiKeysQuery }, async ({ deps, caller, query }) =>
    toList(await listApiKeys(deps.database, caller.accountId, query), toApiKeyItem),
  ),
];
