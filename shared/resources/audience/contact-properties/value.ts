// Decides whether a value fits the type of a contact property: for fallback values and for the values of contacts.
import { DomainError } from '../../../contract/domain-error.ts';
import { PROPERTY_TEXT_MAX_LENGTH } from '../../../contract/limits.ts';
import { parseIsoInstant } from '../../../platform/time/iso-instant.ts';
import type { ContactPropertyType, ContactPropertyValue } from './contact-property.ts';

/** The form of a value, by type, to complete a sentence such as "`fallback_value` must be …". */
export const PROPERTY_VALUE_WORDS: Readonly<Record<ContactPropertyType, string>> = {
  string: `a string of at most ${PROPERTY_TEXT_MAX_LENGTH.toLocaleString('en')} characters`,
  number: 'a number',
  boolean: 'true or false',
  date: 'a date or time in ISO 8601, such as `2026-11-20` or `2026-11-20T12:00:00Z`',
};

/**
 * True when a value of a request fits the type. A text is never read as a number. A date is stored as it was given, so
 * it is a text that names an existing date of the years 1000 to 9999: PostgreSQL knows no year 0.
 */
export function isValueOfType(type: ContactPropertyType, value: unknown): value is ContactPropertyValue {
  switch (type) {
    case 'string':
      return typeof value === 'string' && value.length <= PROPERTY_TEXT_MAX_LENGTH;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return typeof value === 'string' && !value.startsWith('0') && parseIsoInstant(value) !== undefined;
  }
}

/**
 * Checks a fallback value; null is none.
 * @throws DomainError `validation_error` when it does not fit the type
 */
export function requireFallbackOfType(
  type: ContactPropertyType,
  value: unknown,
): asserts value is ContactPropertyValue | null {
  if (value === null || isValueOfType(type, value)) return;
  throw new DomainError(
    'validation_error',
    `\`fallback_value\` must be ${PROPERTY_VALUE_WORDS[type]}, or null.`,
  );
}
