// Contact properties: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const CONTACT_PROPERTY_FIELDS: FieldDescriptions = {
  key: 'Name of the property in contacts and templates',
  'createContactProperty.key':
    'Name of the property in contacts and templates: up to 50 letters, digits and underscores. It cannot be changed later',
  'updateContactProperty.key': 'Cannot be changed: the present key, or absent',
  type: 'Type of the values; a date is an ISO 8601 date or time',
  'createContactProperty.type':
    'Type of the values; a date is an ISO 8601 date or time. It cannot be changed later',
  'updateContactProperty.type': 'Cannot be changed: the present type, or absent',
  fallback_value: 'Value that is used for contacts without a value; null: there is none',
  deleted: 'True: the property was deleted',
};
