// API keys: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const API_KEY_FIELDS: FieldDescriptions = {
  prefix: 'The first characters of the key',
  permission: 'What the key may do: everything (`full_access`), or only send (`sending_access`)',
  domain_id: 'The only domain that the key may send from; null: any domain of the account',
  last_used_at: 'When the key was last used; null: never',
  expires_at: 'When the key expires; null: never',
};
