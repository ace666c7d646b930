// What the settings of the unsubscribe pages refuse (docs/reference/unsubscribes.md#the-settings-of-the-pages).
import { each, type Refusal } from '../refusal.ts';

export const refusals: readonly Refusal[] = [
  {
    rule: 'Rejects a setting of the wrong type, form or length with validation_error 422 and names the field.',
    operation: 'updateUnsubscribePage',
    bodies: [
      ...each('title', 5, 'x'.repeat(101)),
      ...each('description', 'x'.repeat(1_001)),
      ...each('confirmation', ['x']),
      ...each('logo_url', `https://cdn.acme.dev/${'x'.repeat(2_000)}`),
      ...each('background_color', 'red', ''),
      ...each('text_color', '#fff'),
      ...each('accent_color', '#12345g', '#123456; } body { background: url(//evil.test)'),
      ...each('sender_name', 'x'.repeat(101)),
      ...each('postal_address', 'x'.repeat(501)),
    ],
  },
  {
    rule: 'Rejects a `logo_url` that is no plain https URL with validation_error 422.',
    operation: 'updateUnsubscribePage',
    says: '`logo_url`',
    bodies: [
      ...each('logo_url', 'logo.png', 'http://cdn.acme.dev/logo.png', 'javascript:alert(1)', 'https://'),
      ...each('logo_url', 'data:image/png;base64,AAAA', 'https://user:secret@cdn.acme.dev/logo.png'),
      ...each('logo_url', "https://cdn.acme.dev;script-src'unsafe-inline'/logo.png"),
      ...each('logo_url', 'https://cdn.acme.dev,evil.test/logo.png'),
      ...each('logo_url', 'https://*/logo.png', 'https://[::1]/logo.png'),
    ],
  },
];
