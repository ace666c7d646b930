// Request logs: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import { ID_OR_NULL, type ObjectFields, TEXT, TEXT_OR_NULL, TIME } from '../shapes.ts';

const LOG_ITEM = {
  id: { type: 'string', pattern: '^\\d+$' },
  created_at: TIME,
  endpoint: TEXT,
  method: TEXT,
  response_status: { type: 'integer' },
  duration_ms: { type: 'integer' },
  user_agent: TEXT_OR_NULL,
  request_id: TEXT,
  api_key_id: ID_OR_NULL,
} as const;

/** A body as it was sent or answered: its shape depends on the request. */
const BODY = { type: ['object', 'array', 'null'] } as const;

/** Name of an object → its fields. */
export const LOG_OBJECTS = {
  LogItem: LOG_ITEM,
  Log: { object: { const: 'log' }, ...LOG_ITEM, request_body: BODY, response_body: BODY },
} as const satisfies Record<string, ObjectFields>;
