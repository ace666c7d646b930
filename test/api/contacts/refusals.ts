// What contacts refuse (docs/reference/contacts.md).
import { each, type Refusal } from '../refusal.ts';
import { UNKNOWN_ID } from '../specimen.ts';

const TOPIC = { id: UNKNOWN_ID, subscription: 'opt_in' };
const MANY = Array.from({ length: 1_001 }, (_, index) => ({ email: `bo${index}@x.dev` }));

export const refusals: readonly Refusal[] = [
  {
    rule: 'Accepts one address without a name, and rejects any other text with validation_error 422.',
    operation: 'createContact',
    bodies: each(
      'email',
      'bo',
      'bo@customer',
      'Bo <bo@customer.dev>',
      'bo@customer.dev, cy@customer.dev',
      'bo@customer.dev\r\nBcc: cy@customer.dev',
      'bo@[192.0.2.1]',
      `${'b'.repeat(65)}@customer.dev`,
      'b\u200bo@customer.dev',
      'bo\ufe0f@customer.dev',
      5,
      {},
      ['bo@customer.dev'],
    ),
  },
  {
    rule: 'Rejects a contact without an address with missing_required_field 422.',
    operation: 'createContact',
    error: 'missing_required_field',
    says: 'Missing `email` field.',
    wholes: [undefined, {}, { contacts: [] }],
    bodies: each('email', null, ''),
  },
  {
    rule: 'Rejects a field of the wrong type, an unknown subscription, and a name of more than 255 characters with validation_error 422, and names the field.',
    operation: 'createContact',
    bodies: [
      ...each('first_name', 5),
      ...each('last_name', 'x'.repeat(256)),
      ...each('unsubscribed', 'true'),
      ...each('tracking', 'no', 'Refused', true, {}),
      ...each('properties', ['plan']),
      ...each('segments', UNKNOWN_ID, Array(501).fill(UNKNOWN_ID)),
      ...each('topics', TOPIC, Array(101).fill(TOPIC)),
      ...each('audience_id', 'default'),
      ...each('create_properties', 'true', 1),
    ],
  },
  {
    rule: 'Rejects a field of the wrong type, an unknown subscription, and a name of more than 255 characters with validation_error 422, and names the field.',
    operation: 'createContact',
    says: 'topics[0].subscription',
    bodies: each('topics', [{ ...TOPIC, subscription: 'in' }]),
  },
  {
    rule: 'Rejects a field of the wrong type, an unknown subscription, and a name of more than 255 characters with validation_error 422, and names the field.',
    operation: 'createContact',
    error: 'missing_required_field',
    bodies: each('segments', [{}]),
  },
  {
    rule: 'Rejects a batch that is empty, has more than 1,000 contacts or is not one of the two forms.',
    operation: 'batchContacts',
    error: 'missing_required_field',
    says: '`contacts`',
    wholes: [{}, { contacts: null }],
  },
  {
    rule: 'Rejects a batch that is empty, has more than 1,000 contacts or is not one of the two forms.',
    operation: 'batchContacts',
    says: '`contacts`',
    wholes: [[], { contacts: [] }, { contacts: {} }, { contacts: 'bo' }, MANY, { contacts: MANY }],
  },
];
