// Events: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import {
  COUNT,
  ID,
  ID_OR_NULL,
  inner,
  type ObjectFields,
  TEXT,
  TEXT_OR_NULL,
  TIME,
  TIME_OR_NULL,
} from '../shapes.ts';
import { EVENT_FIELD_TYPES, NOT_STARTED_REASONS } from './values.ts';

const EVENT_ITEM = {
  id: ID,
  name: TEXT,
  schema: { type: ['object', 'null'], additionalProperties: { enum: EVENT_FIELD_TYPES } },
  created_at: TIME,
  updated_at: TIME_OR_NULL,
} as const;

/** Name of an object → its fields. */
export const EVENT_OBJECTS = {
  EventItem: EVENT_ITEM,
  Event: { object: { const: 'event' }, ...EVENT_ITEM },
  DeletedEvent: { object: { const: 'event' }, id: ID, deleted: { const: true } },
  SentEvent: {
    object: { const: 'event' },
    id: ID,
    event: TEXT,
    runs_started: COUNT,
    waits_resolved: COUNT,
  },
  ContactEventItem: {
    id: ID,
    event: TEXT,
    domain: TEXT_OR_NULL,
    payload: { type: ['object', 'null'] },
    created_at: TIME,
    waits_resolved: COUNT,
    automations: {
      type: 'array',
      items: inner({
        automation_id: ID,
        run_id: ID_OR_NULL,
        reason: { enum: [...NOT_STARTED_REASONS, null] },
      }),
    },
  },
} as const satisfies Record<string, ObjectFields>;
