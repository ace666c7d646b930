// Contacts: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import { CONTACT_PROPERTY_TYPES } from '../contact-properties/values.ts';
import { FLAG, ID, inner, type ObjectFields, TEXT, TEXT_OR_NULL, TIME } from '../shapes.ts';
import { TOPIC_SUBSCRIPTIONS } from '../topics/values.ts';

const OBJECT = { const: 'contact' } as const;
const SUBSCRIPTION = { enum: TOPIC_SUBSCRIPTIONS } as const;

/** What a list shows of a contact. */
const CONTACT_ITEM = {
  id: ID,
  audience_id: ID,
  email: TEXT,
  first_name: TEXT_OR_NULL,
  last_name: TEXT_OR_NULL,
  unsubscribed: FLAG,
  created_at: TIME,
  updated_at: TIME,
} as const;

const PROPERTIES = {
  type: 'object',
  additionalProperties: inner({
    type: { enum: CONTACT_PROPERTY_TYPES },
    value: { type: ['string', 'number', 'boolean'] },
  }),
} as const;

const SEGMENT = { id: ID, name: TEXT } as const;

const MEMBERSHIP = {
  object: { const: 'contact_segment' },
  id: ID,
  contact_id: ID,
  segment_id: ID,
  audience_id: ID,
} as const;

/** Name of an object → its fields. */
export const CONTACT_OBJECTS = {
  ContactItem: CONTACT_ITEM,
  Contact: {
    object: OBJECT,
    ...CONTACT_ITEM,
    properties: PROPERTIES,
    segments: { type: 'array', items: inner(SEGMENT) },
  },
  DeletedContact: { object: OBJECT, id: ID, contact: ID, deleted: { const: true } },
  ContactBatch: { data: { type: 'array', items: inner({ object: OBJECT, id: ID }) } },
  ContactSegmentItem: { ...SEGMENT, created_at: TIME },
  ContactSegment: MEMBERSHIP,
  DeletedContactSegment: { ...MEMBERSHIP, deleted: { const: true } },
  ContactTopicItem: { ...SEGMENT, description: TEXT_OR_NULL, subscription: SUBSCRIPTION },
  ContactTopics: {
    object: { const: 'contact_topics' },
    id: ID,
    contact_id: ID,
    topics: { type: 'array', items: inner({ id: ID, subscription: SUBSCRIPTION }) },
  },
} as const satisfies Record<string, ObjectFields>;
