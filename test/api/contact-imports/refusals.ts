// What imports refuse (docs/reference/contact-imports.md).
import { each, type Refusal } from '../refusal.ts';
import { UNKNOWN_ID } from '../specimen.ts';

export const refusals: readonly Refusal[] = [
  {
    rule: 'Rejects invalid options of an import with validation_error 422.',
    operation: 'createContactImport',
    bodies: [
      ...each('on_conflict', 'replace'),
      ...each('encoding', 'utf-7'),
      ...each('audience_id', 'default'),
      ...each('column_map', 'email', { email: 1 }),
      ...each('column_map', { properties: { plan: { column: ['a'] } } }),
      ...each('column_map', { properties: { plan: { column: 'a', type: 'text' } } }),
      ...each('create_properties', 'maybe', 1),
      ...each('segments', ['VIP']),
      ...each('topics', [{ id: UNKNOWN_ID, subscription: 'yes' }]),
      ...each('csv', ['email\nbo@x.dev\n']),
    ],
  },
];
