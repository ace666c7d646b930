// Settings of the unsubscribe pages: the object in answers, as JSON Schema.
import * as field from '../shapes.ts';

/** Name of an object → its fields. */
export const UNSUBSCRIBE_PAGE_OBJECTS = {
  UnsubscribePage: {
    object: field.type('unsubscribe_page'),
    title: field.textOrNull(
      'Heading of the pages, up to 100 characters; null: a default heading for each page',
    ),
    description: field.textOrNull('Text below the heading, up to 1,000 characters; null: none'),
    confirmation: field.textOrNull(
      'Text after unsubscribing, up to 1,000 characters; null: the default text',
    ),
    logo_url: field.textOrNull(
      'https URL of an image at the top of the pages, up to 2,000 characters; null: none',
    ),
    background_color: field.textOrNull('Background colour as `#rrggbb`; null: white'),
    text_color: field.textOrNull(
      'Text colour as `#rrggbb`, with a contrast of at least 4.5:1 to the background; null: dark blue',
    ),
    accent_color: field.textOrNull('Button colour as `#rrggbb`; null: blue'),
    sender_name: field.textOrNull(
      'Name of the sender, up to 100 characters; null: the name in the `default_from` of the domain, or “this sender”',
    ),
    postal_address: field.textOrNull(
      'Postal address at the foot of the pages, up to 500 characters; null: none',
    ),
    updated_at: field.timeOrNull('When the settings were last changed; null: never'),
  },
} as const satisfies Record<string, field.ObjectFields>;
