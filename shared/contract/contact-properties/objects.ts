// Contact properties: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import { ID, type ObjectFields, TEXT, TIME } from '../shapes.ts';
import { CONTACT_PROPERTY_TYPES } from './values.ts';

const CONTACT_PROPERTY_ITEM = {
  id: ID,
  key: TEXT,
  type: { enum: CONTACT_PROPERTY_TYPES },
  fallback_value: { type: ['string', 'number', 'boolean', 'null'] },
  created_at: TIME,
} as const;

/** Name of an object → its fields. */
export const CONTACT_PROPERTY_OBJECTS = {
  ContactPropertyItem: CONTACT_PROPERTY_ITEM,
  ContactProperty: { object: { const: 'contact_property' }, ...CONTACT_PROPERTY_ITEM },
  DeletedContactProperty: { object: { const: 'contact_property' }, id: ID, deleted: { const: true } },
} as const satisfies Record<string, ObjectFields>;
