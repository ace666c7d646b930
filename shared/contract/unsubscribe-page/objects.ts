// Settings of the unsubscribe pages: the object in answers, as JSON Schema. fields.ts describes the fields.
import { type ObjectFields, TEXT_OR_NULL, TIME_OR_NULL } from '../shapes.ts';

/** Name of an object → its fields. */
export const UNSUBSCRIBE_PAGE_OBJECTS = {
  UnsubscribePage: {
    object: { const: 'unsubscribe_page' },
    title: TEXT_OR_NULL,
    description: TEXT_OR_NULL,
    confirmation: TEXT_OR_NULL,
    logo_url: TEXT_OR_NULL,
    background_color: TEXT_OR_NULL,
    text_color: TEXT_OR_NULL,
    accent_color: TEXT_OR_NULL,
    sender_name: TEXT_OR_NULL,
    postal_address: TEXT_OR_NULL,
    updated_at: TIME_OR_NULL,
  },
} as const satisfies Record<string, ObjectFields>;
