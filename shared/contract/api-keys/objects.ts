// API keys: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import { ID, ID_OR_NULL, type ObjectFields, TEXT, TEXTS_OR_NULL, TIME, TIME_OR_NULL } from '../shapes.ts';
import { API_KEY_PERMISSIONS } from './values.ts';

const API_KEY = {
  id: ID,
  name: TEXT,
  prefix: TEXT,
  permission: { enum: API_KEY_PERMISSIONS },
  domain_id: ID_OR_NULL,
  created_at: TIME,
  last_used_at: TIME_OR_NULL,
  expires_at: TIME_OR_NULL,
} as const;
const RECORD = { object: { const: 'api_key' }, ...API_KEY, allowed_addresses: TEXTS_OR_NULL } as const;

/** Name of an object → its fields. */
export const API_KEY_OBJECTS = {
  ApiKeyItem: API_KEY,
  ApiKey: RECORD,
  NewApiKey: { ...RECORD, token: TEXT },
  DeletedApiKey: { object: { const: 'api_key' }, id: ID, deleted: { const: true } },
} as const satisfies Record<string, ObjectFields>;
