// What the suppression list refuses (docs/reference/suppressions.md). Batches of removals: batch-remove.test.ts.
import { each, type Refusal } from '../refusal.ts';

const addressesOf = (count: number) => Array.from({ length: count }, (_, index) => `bo${index}@customer.dev`);

export const refusals: readonly Refusal[] = [
  {
    rule: 'Rejects an address that is malformed or has a name with validation_error 422, and names the field.',
    operation: 'createSuppression',
    says: '`email`',
    bodies: [
      ...each('email', 'bo', 'bo@customer', 'Bo <bo@customer.dev>', '"Bo" <bo@customer.dev>'),
      ...each('email', 'bo@customer.dev, cy@customer.dev', 'bo@customer.dev\r\nBcc: cy@customer.dev'),
      ...each('email', 'bo@[192.0.2.1]', `${'b'.repeat(65)}@customer.dev`, 'b\u200bo@customer.dev'),
      ...each('email', 5, true, {}, ['bo@customer.dev']),
    ],
  },
  {
    rule: 'Rejects a request without an address with missing_required_field 422.',
    operation: 'createSuppression',
    error: 'missing_required_field',
    says: 'Missing `email` field.',
    bodies: each('email', null, ''),
    wholes: [undefined, {}, { emails: ['bo@customer.dev'] }],
  },
  {
    rule: 'Rejects an unknown origin, or an email that is not an address, with validation_error 422.',
    operation: 'listSuppressions',
    queries: [...each('origin', 'spam', '', 'Bounce'), ...each('email', '', 'bo', 'Bo <bo@x.dev>')],
  },
  {
    rule: 'Rejects a batch with an invalid address or id with validation_error 422, names its position, and changes nothing.',
    operation: 'addSuppressions',
    says: '`emails[3]`',
    bodies: ['nobody', 'Bo <bo@customer.dev>', '', null, 5, ['bo@customer.dev']].map((wrong) => ({
      emails: [...addressesOf(3), wrong, 'cy@customer.dev'],
    })),
  },
  {
    rule: 'Rejects a batch that is empty or has more than 1,000 items with validation_error 422, and accepts 1,000.',
    operation: 'addSuppressions',
    says: '`emails`',
    bodies: each('emails', [], addressesOf(1_001)),
  },
  {
    rule: 'Rejects a batch of additions without `emails` with missing_required_field 422.',
    operation: 'addSuppressions',
    error: 'missing_required_field',
    says: 'Missing `emails` field.',
    wholes: [undefined, {}, { emails: null }, { ids: [] }],
  },
];
