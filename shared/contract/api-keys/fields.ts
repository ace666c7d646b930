// API keys: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const API_KEY_FIELDS: FieldDescriptions = {
  name: 'Name of the key, for people: one line of up to 200 characters',
  prefix: 'The first characters of the key',
  permission: 'What the key may do: everything (`full_access`), or only send (`sending_access`)',
  domain_id:
    'The only domain that the key may send from, with `sending_access` only; null: any domain of the account',
  last_used_at: 'When the key was last used; null: never',
  expires_at: 'When the key expires; null: never',
  allowed_addresses: 'IP addresses and ranges from which the key may be used, up to 100; null: from anywhere',
  token: 'The key itself, which is shown only in this answer',
  deleted: 'True: the key is revoked',
};
