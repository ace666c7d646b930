// Input of /contact-properties (docs/reference/contact-properties.md).
import Joi from 'joi';
import {
  isReservedPropertyKey,
  PROPERTY_KEY,
  PROPERTY_KEY_WORDS,
  RESERVED_PROPERTY_KEYS,
} from '../../../shared/contract/contact-properties/keys.ts';
import { CONTACT_PROPERTY_TYPES } from '../../../shared/contract/contact-properties/values.ts';
import type { ContactPropertyType } from '../../../shared/resources/audience/contact-properties/contact-property.ts';
import { pageQuery } from '../../page.ts';

/** Body of POST /contact-properties. The fallback value is checked against the type when it is stored. */
export interface CreateContactPropertyInput {
  key: string;
  type: ContactPropertyType;
  fallback_value: string | number | boolean | null;
}

const key = Joi.string()
  .pattern(PROPERTY_KEY)
  .custom((text: string, { error }) => (isReservedPropertyKey(text) ? error('property.reserved') : text))
  .messages({
    'string.pattern.base': `{{#label}} must be ${PROPERTY_KEY_WORDS}`,
    'property.reserved': `{{#label}} must not be ${RESERVED_PROPERTY_KEYS.join(', ')}: every contact has these fields`,
  })
  .description(
    'Name of the property in contacts and templates: up to 50 letters, digits and underscores. It cannot be changed later',
  );
const type = Joi.string().valid(...CONTACT_PROPERTY_TYPES);
/** A text is never read as a number. */
const fallbackValue = Joi.alternatives(Joi.string().allow(''), Joi.number().unsafe(), Joi.boolean())
  .allow(null)
  .strict()
  .description('Value for contacts that have none; null: there is none');

/** Body of POST /contact-properties. */
export const createContactPropertyInput = Joi.object<CreateContactPropertyInput>({
  key: key.empty(Joi.valid('', null)).required(),
  type: type
    .empty(null)
    .required()
    .description('Type of the values; a date is an ISO 8601 date or time. It cannot be changed later'),
  fallback_value: fallbackValue.default(null),
});

/** Body of PATCH /contact-properties/:id. */
export const updateContactPropertyInput = Joi.object<Partial<CreateContactPropertyInput>>({
  key: Joi.string().description('Cannot be changed: give the current key, or leave it out'),
  type: type.description('Cannot be changed: give the current type, or leave it out'),
  fallback_value: fallbackValue,
});

/** Query of GET /contact-properties. */
export const listContactPropertiesQuery = pageQuery;
