// JSON forms of contact properties (docs/reference/contact-properties.md#the-contact-property-record).
import type { ContactProperty } from '../../../shared/resources/audience/contact-properties/contact-property.ts';

/** An item of GET /contact-properties. */
export function toContactPropertyItem({ id, key, type, fallbackValue, createdAt }: ContactProperty) {
  return { id, key, type, fallback_value: fallbackValue, created_at: createdAt.toISOString() };
}

/** The answer of POST /contact-properties, GET and PATCH /contact-properties/:id. */
export function toContactProperty(property: ContactProperty) {
  return { object: 'contact_property', ...toContactPropertyItem(property) };
}
