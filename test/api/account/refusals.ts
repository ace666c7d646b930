// What the account refuses (docs/reference/account.md).
import { each, type Refusal } from '../refusal.ts';

export const refusals: readonly Refusal[] = [
  {
    rule: 'Rejects a `create_properties` of the account that is neither true nor false with validation_error 422.',
    operation: 'updateAccount',
    bodies: each('create_properties', 'true', 1, null),
  },
  {
    rule: 'Rejects an invalid name of the account with validation_error 422 and changes nothing.',
    operation: 'updateAccount',
    bodies: each('name', '', ' ', null, 5, ['Acme'], 'x'.repeat(201), 'a\nb', 'a\u0085b', '\u0007'),
  },
  {
    rule: 'Rejects a request to delete the account without a password with missing_required_field 422.',
    operation: 'deleteAccount',
    error: 'missing_required_field',
    bodies: each('password', undefined, null, ''),
  },
  {
    rule: 'Rejects both a code and a recovery code in a request to delete the account with validation_error 422.',
    operation: 'deleteAccount',
    wholes: [{ password: 'x', code: '123456', recovery_code: 'k3vq-7xma-zt2d-4wne' }],
  },
  {
    rule: 'Rejects an address to confirm that is missing with missing_required_field 422.',
    operation: 'confirmAddress',
    error: 'missing_required_field',
    bodies: each('email', undefined, null, ''),
  },
  {
    rule: 'Rejects an address to confirm that is invalid, or of the simulator, with validation_error 422.',
    operation: 'confirmAddress',
    bodies: [
      ...each('email', 'bo', 'Bo <bo@customer.dev>', 'bo@customer.dev, cy@customer.dev', 'bo@localhost', 5),
      ...each('email', ['bo@customer.dev'], `${'x'.repeat(65)}@customer.dev`),
    ],
    wholes: [{ email: 'bo@cust\u0000omer.dev' }],
  },
  {
    rule: 'Rejects an address to confirm that is invalid, or of the simulator, with validation_error 422.',
    operation: 'confirmAddress',
    says: 'a simulator address',
    bodies: each('email', 'delivered@simulator.test'),
  },
  {
    rule: 'Rejects an address to confirm on a reserved domain with reserved_recipient 422.',
    operation: 'confirmAddress',
    error: 'reserved_recipient',
    says: 'on a domain that is reserved',
    bodies: each('email', 'bo@example.com', 'bo@shop.test'),
  },
  {
    rule: 'Rejects a request for production access without website, use_case or monthly_volume with missing_required_field 422.',
    operation: 'requestProductionAccess',
    error: 'missing_required_field',
    bodies: ['website', 'use_case', 'monthly_volume'].flatMap((field) => each(field, undefined, null)),
  },
  {
    rule: 'Rejects a request for production access with an invalid field with validation_error 422 and names the field.',
    operation: 'requestProductionAccess',
    bodies: [
      ...each('website', 'acme.dev', 'javascript:alert(1)', 'ftp://acme.dev', 'https://', 5),
      ...each('website', 'https://user:secret@acme.dev', 'https://acme.dev/a b', 'https://acme\n.dev'),
      ...each('website', `https://acme.dev/${'x'.repeat(2_000)}`),
      ...each('use_case', 'x'.repeat(19), `${' '.repeat(20)}x`, 'x'.repeat(2_001), {}),
      ...each('monthly_volume', 0, -1, 1.5, 1_000_000_001, '100', 1e300),
    ],
  },
];
