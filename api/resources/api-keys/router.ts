// Routes of /api-keys. Only signed-in people may create, read, change and revoke keys, because a key must not give itself
// more rights; a key may list them (docs/reference/api-keys.md#permissions).
import { notFound } from '../../../shared/contract/domain-error.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findPageOf } from '../../../shared/platform/db/list.ts';
import { createApiKey } from '../../../shared/resources/foundation/api-keys/create.ts';
import { requireKeyOfAccount } from '../../../shared/resources/foundation/api-keys/find.ts';
import { API_KEY_LIST } from '../../../shared/resources/foundation/api-keys/list.ts';
import { revokeApiKey } from '../../../shared/resources/foundation/api-keys/revoke.ts';
import { updateApiKey } from '../../../shared/resources/foundation/api-keys/update.ts';
import { actOf } from '../../audit-writes.ts';
import type { SessionCaller } from '../../caller.ts';
import { toList } from '../../page.ts';
import { type Call, type Resource, route, uuidOf } from '../../route.ts';
import { createApiKeyInput, listApiKeysQuery, readExpiry, updateApiKeyInput } from './input.ts';
import { toApiKeyItem, toApiKeyRecord, toNewApiKey } from './output.ts';

const params = { id: uuidOf('API key') };

/** Routes of API keys. */
export const apiKeyRoutes: Resource = [
  route(OPERATIONS.listApiKeys, { query: listApiKeysQuery }, async ({ deps, caller, query }) =>
    toList(await findPageOf(deps.database, API_KEY_LIST, caller.accountId, query), toApiKeyItem),
  ),
  route(
    OPERATIONS.createApiKey,
    { body: createApiKeyInput },
    async (call) => {
      const { deps, caller, body } = call;
      const { name, permission, domain_id: domainId, allowed_addresses: allowedAddresses } = body;
      const order = {
        accountId: caller.accountId,
        name,
        permission,
        domain: domainId === undefined ? undefined : { id: domainId },
        expiresAt: readExpiry(body.expires_at, deps.clock.now()),
        allowedAddresses,
      };
      return toNewApiKey(await createApiKey(deps, order, changeOf(call, 'createApiKey')));
    },
    { check: checkExpiry },
  ),
  route(OPERATIONS.getApiKey, { params }, async ({ deps, caller: { accountId }, params: { id } }) =>
    toApiKeyRecord(await requireKeyOfAccount(deps.database, { accountId, id })),
  ),
  route(
    OPERATIONS.updateApiKey,
    { params, body: updateApiKeyInput },
    async (call) => {
      const { deps, body } = call;
      const { name, permission, domain_id: domainId, allowed_addresses: allowedAddresses } = body;
      const expiresAt = readExpiry(body.expires_at, deps.clock.now());
      const changes = { name, permission, domainId, expiresAt, allowedAddresses };
      return toApiKeyRecord(await updateApiKey(deps, keyOf(call), changes, changeOf(call, 'updateApiKey')));
    },
    { check: checkExpiry },
  ),
  route(OPERATIONS.deleteApiKey, { params }, async (call) => {
    if (!(await revokeApiKey(call.deps, keyOf(call), changeOf(call, 'deleteApiKey'))))
      throw notFound('API key');
    return { object: 'api_key', id: call.params.id.toLowerCase(), deleted: true };
  }),
];

/** A call of a signed-in person. */
type PersonCall = Pick<Call<string, { query: unknown; body: unknown }, SessionCaller>, 'deps' | 'caller'>;

function checkExpiry({ deps, body }: { deps: Call['deps']; body: { expires_at?: string | null } }): void {
  readExpiry(body.expires_at, deps.clock.now());
}

function keyOf({ caller: { accountId }, params: { id } }: PersonCall & { params: { id: string } }) {
  return { accountId, id };
}

function changeOf({ deps, caller }: PersonCall, operation: string) {
  return { ...actOf(caller), operation, now: deps.clock.now() };
}
