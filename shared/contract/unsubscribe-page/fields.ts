// Settings of the unsubscribe pages: descriptions of their fields (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const UNSUBSCRIBE_PAGE_FIELDS: FieldDescriptions = {
  title: 'Heading of the pages, up to 100 characters; null: what the page is for',
  description: 'Text below the heading, up to 1,000 characters; null: none',
  confirmation: 'Text after unsubscribing, up to 1,000 characters; null: a text of the service',
  logo_url: 'https URL of an image at the top of the pages, up to 2,000 characters; null: none',
  background_color: 'Colour of the background as `#rrggbb`; null: white',
  text_color:
    'Colour of texts as `#rrggbb`, with a contrast of at least 4.5:1 to the background; null: a dark blue',
  accent_color: 'Colour of buttons as `#rrggbb`; null: blue',
  sender_name: 'Who sends the emails, up to 100 characters; null: “this sender”',
  postal_address: 'Postal address at the foot of the pages, up to 500 characters; null: none',
  updated_at: 'When the settings were last changed; null: never',
};
