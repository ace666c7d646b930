// API keys: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import { ID, ID_OR_NULL, type ObjectFields, TEXT, TIME, TIME_OR_NULL } from '../shapes.ts';
import { API_KEY_PERMISSIONS } from './values.ts';

/** Name of an object → its fields. */
export const API_KEY_OBJECTS = {
  ApiKeyItem: {
    id: ID,
    name: TEXT,
    prefix: TEXT,
    permission: { enum: API_KEY_PERMISSIONS },
    domain_id: ID_OR_NULL,
    created_at: TIME,
    last_used_at: TIME_OR_NULL,
    expires_at: TIME_OR_NULL,
  },
} as const satisfies Record<string, ObjectFields>;
