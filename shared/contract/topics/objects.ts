// Topics: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import { ID, type ObjectFields, TEXT, TEXT_OR_NULL, TIME } from '../shapes.ts';
import { TOPIC_SUBSCRIPTIONS, TOPIC_VISIBILITIES } from './values.ts';

const TOPIC_ITEM = {
  id: ID,
  name: TEXT,
  description: TEXT_OR_NULL,
  default_subscription: { enum: TOPIC_SUBSCRIPTIONS },
  visibility: { enum: TOPIC_VISIBILITIES },
  created_at: TIME,
  updated_at: TIME,
} as const;

/** Name of an object → its fields. */
export const TOPIC_OBJECTS = {
  TopicItem: TOPIC_ITEM,
  Topic: { object: { const: 'topic' }, ...TOPIC_ITEM },
  DeletedTopic: { object: { const: 'topic' }, id: ID, deleted: { const: true } },
} as const satisfies Record<string, ObjectFields>;
