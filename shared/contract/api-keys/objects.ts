// API keys: the objects in answers, as JSON Schemas.
import * as field from '../shapes.ts';
import { API_KEY_PERMISSIONS } from './values.ts';

const API_KEY = {
  id: field.ID,
  name: field.text('Name of the key, for people: one line of up to 200 characters'),
  prefix: field.text('The first characters of the key'),
  permission: field.oneOf(
    'What the key can do: everything (`full_access`), or only send emails (`sending_access`)',
    API_KEY_PERMISSIONS,
  ),
  domain_id: field.idOrNull(
    'The only domain that the key can send from, for `sending_access` only; null: any domain of the account',
  ),
  created_at: field.CREATED_AT,
  last_used_at: field.timeOrNull('When the key was last used; null: never'),
  expires_at: field.timeOrNull('When the key expires; null: never'),
} as const;
const RECORD = {
  object: field.type('api_key'),
  ...API_KEY,
  allowed_addresses: field.textsOrNull(
    'IP addresses and ranges that the key can be used from, up to 100; null: from anywhere',
  ),
} as const;

/** Name of an object → its fields. */
export const API_KEY_OBJECTS = {
  ApiKeyItem: API_KEY,
  ApiKey: RECORD,
  NewApiKey: { ...RECORD, token: field.text('The key itself. Only this response contains it') },
  DeletedApiKey: field.deleted('api_key', 'True: the key is revoked'),
} as const satisfies Record<string, field.ObjectFields>;
