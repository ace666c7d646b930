// The keys that a contact property can have (docs/reference/contact-properties.md#the-contact-property-record).
import { CONTACT_FIELDS } from '../contacts/fields.ts';

/** Characters of a key at most. */
export const PROPERTY_KEY_MAX_LENGTH = 50;

/** The form of a key; it may be reserved. */
export const PROPERTY_KEY = new RegExp(`^[A-Za-z0-9_]{1,${PROPERTY_KEY_MAX_LENGTH}}$`);

/** The form of a key, to complete a sentence such as "`key` must be …". */
export const PROPERTY_KEY_WORDS = `1 to ${PROPERTY_KEY_MAX_LENGTH} letters (A to Z), digits or underscores`;

/** Fields that every contact has, in lower case: no key in any letter case. */
export const RESERVED_PROPERTY_KEYS: readonly string[] = [
  'email',
  ...CONTACT_FIELDS.map(({ column }) => column),
  'unsubscribed',
  'tracking',
];

/** Whether a key is the name of a field that every contact has. */
export function isReservedPropertyKey(key: string): boolean {
  return RESERVED_PROPERTY_KEYS.includes(key.toLowerCase());
}

/** Whether a property can have this key. */
export function isPropertyKey(text: string): boolean {
  return PROPERTY_KEY.test(text) && !isReservedPropertyKey(text);
}
