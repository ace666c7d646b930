// Verbs for API keys. There is no sign-up and no dashboard yet, so operators create keys.
import { API_KEY_PERMISSIONS } from '../../shared/contract/api-keys/values.ts';
import { requireAccount } from '../../shared/resources/foundation/accounts/account.ts';
import {
  type ApiKeyForOperators,
  listKeysOf,
  requireApiKey,
} from '../../shared/resources/foundation/api-keys/api-key.ts';
import type { ApiKeyPermission } from '../../shared/resources/foundation/api-keys/authenticate.ts';
import { createApiKey } from '../../shared/resources/foundation/api-keys/create.ts';
import { revokeApiKey, revokeKeysOf } from '../../shared/resources/foundation/api-keys/revoke.ts';
import { readAddressRanges, readDomain, readFutureTime, readText } from '../read-words.ts';
import { UsageError, type Verb } from '../verb.ts';

const PERMISSION = 'full_access';

export const createApiKeyVerb: Verb = {
  summary: 'Creates an API key for an account and prints it once.',
  parameters: ['account'],
  options: {
    name: { value: 'name', summary: 'a name for people', isRequired: true },
    permission: {
      value: 'permission',
      summary: `${API_KEY_PERMISSIONS.join(' or ')}; default: ${PERMISSION}`,
    },
    domain: { value: 'domain', summary: 'the only domain that the key can send from (with sending_access)' },
    expires: { value: 'time', summary: 'when the key expires: ISO 8601, or English such as "in 90 days"' },
    addresses: {
      value: 'ranges',
      summary: 'the IP addresses and ranges (10.0.0.0/8) that can use the key, separated by commas',
    },
  },
  audit: 'in transaction',
  async run(words, { database, ids, clock, act }) {
    const { name = '', permission = PERMISSION, domain, expires, addresses } = words;
    const order = {
      name: readText(name, 'name'),
      permission: readPermission(permission),
      domain: domain === undefined ? undefined : { name: readDomain(domain) },
      expiresAt: expires === undefined ? undefined : readFutureTime(expires, clock.now()),
      allowedAddresses: addresses === undefined ? undefined : readAddressRanges(addresses),
    };
    const { id: accountId } = await requireAccount(database, words['account'] ?? '');
    const { key, token } = await createApiKey({ database, ids }, { accountId, ...order }, act);
    return { ...toApiKey(await requireApiKey(database, key.id)), api_key: token };
  },
};

export const listApiKeysVerb: Verb = {
  summary: 'Lists the API keys of an account, oldest first, including revoked ones.',
  parameters: ['account'],
  options: {},
  audit: 'none',
  async run({ account = '' }, { database }) {
    const { id } = await requireAccount(database, account);
    return { object: 'list', data: (await listKeysOf(database, id)).map(toApiKey) };
  },
};

export const revokeApiKeyVerb: Verb = {
  summary: 'Revokes an API key. The next request with it is refused.',
  parameters: ['key-id'],
  options: {},
  audit: 'in transaction',
  async run(words, { database, ids, act }) {
    const { id, account_id: accountId } = await requireApiKey(database, words['key-id'] ?? '');
    await revokeApiKey({ database, ids }, { accountId, id }, act);
    return toApiKey(await requireApiKey(database, id));
  },
};

export const revokeKeysVerb: Verb = {
  summary: 'Revokes all API keys of an account, and lists those that it revoked.',
  parameters: ['account'],
  options: {},
  audit: 'in transaction',
  async run({ account = '' }, { database, ids, act }) {
    const { id } = await requireAccount(database, account);
    const revoked = new Set(await revokeKeysOf({ database, ids }, id, act));
    const keys = await listKeysOf(database, id);
    return { object: 'list', data: keys.filter((key) => revoked.has(key.id)).map(toApiKey) };
  },
};

function readPermission(text: string): ApiKeyPermission {
  const permission = API_KEY_PERMISSIONS.find((known) => known === text);
  if (permission) return permission;
  throw new UsageError(`The permission must be ${API_KEY_PERMISSIONS.join(' or ')}.`);
}

function toApiKey(key: ApiKeyForOperators) {
  return { object: 'api_key', ...key };
}
