// What API keys refuse (docs/reference/api-keys.md).
import { API_KEY_ADDRESSES_MAX, API_KEY_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { each, type Refusal } from '../refusal.ts';
import { UNKNOWN_ID } from '../specimen.ts';

const TOO_MANY = Array.from({ length: API_KEY_ADDRESSES_MAX + 1 }, (_, index) => `10.0.0.${index}`);

export const refusals: readonly Refusal[] = [
  {
    rule: 'Rejects a new API key without a name with missing_required_field 422.',
    operation: 'createApiKey',
    error: 'missing_required_field',
    bodies: each('name', undefined, null, '', ' '),
  },
  {
    rule: 'Rejects a new API key with an invalid field with validation_error 422, and names the field.',
    operation: 'createApiKey',
    bodies: [
      ...each('name', 'x'.repeat(API_KEY_NAME_MAX_LENGTH + 1), 'two\nlines', 5),
      ...each('permission', 'admin', ''),
      ...each('domain_id', 'acme.dev'),
      ...each('expires_at', '2020-01-01', 'never', 'in 9000 years', '9999-12-31T23:59:59-10:00', 5),
      ...each('allowed_addresses', '10.0.0.1', [], TOO_MANY, ['10.0.0.1', '10.0.0.0/33']),
      ...each('allowed_addresses', ['::ffff:10.0.0.1'], [null]),
    ],
  },
  {
    rule: 'Rejects a new API key with an invalid field with validation_error 422, and names the field.',
    operation: 'createApiKey',
    says: 'Only a key with sending_access',
    bodies: [{ domain_id: UNKNOWN_ID, permission: undefined }],
  },
  {
    rule: 'Rejects an invalid change of an API key with validation_error 422 and changes nothing.',
    operation: 'updateApiKey',
    bodies: [
      ...each('name', null, ' '),
      ...each('permission', null),
      ...each('domain_id', 'acme.dev'),
      ...each('expires_at', '2020-01-01', ''),
      ...each('allowed_addresses', []),
    ],
  },
  {
    rule: 'Rejects an invalid change of an API key with validation_error 422 and changes nothing.',
    operation: 'updateApiKey',
    error: 'not_found',
    says: `no domain ${UNKNOWN_ID}`,
    bodies: each('domain_id', UNKNOWN_ID),
  },
];
