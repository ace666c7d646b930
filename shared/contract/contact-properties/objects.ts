// Contact properties: the objects in answers, as JSON Schemas.
import * as field from '../shapes.ts';
import { CONTACT_PROPERTY_TYPES } from './values.ts';

const CONTACT_PROPERTY_ITEM = {
  id: field.ID,
  key: field.text('Name of the property in contacts and templates'),
  type: field.oneOf('Type of the values; a date is an ISO 8601 date or time', CONTACT_PROPERTY_TYPES),
  fallback_value: {
    description: 'Value for contacts that have none; null: there is none',
    type: ['string', 'number', 'boolean', 'null'],
  },
  created_at: field.CREATED_AT,
} as const;

/** Name of an object → its fields. */
export const CONTACT_PROPERTY_OBJECTS = {
  ContactPropertyItem: CONTACT_PROPERTY_ITEM,
  ContactProperty: { object: field.type('contact_property'), ...CONTACT_PROPERTY_ITEM },
  DeletedContactProperty: field.deleted('contact_property', 'True: the property was deleted'),
} as const satisfies Record<string, field.ObjectFields>;
