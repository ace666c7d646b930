// What contact properties refuse (docs/reference/contact-properties.md).
import { CONTACT_FIELDS } from '../../../shared/contract/contacts/fields.ts';
import { PROPERTY_TEXT_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { each, type Refusal } from '../refusal.ts';

/** Type → values that are not of it. */
const UNFIT = {
  string: [5, true, ['x'], {}, 'x'.repeat(PROPERTY_TEXT_MAX_LENGTH + 1)],
  number: ['5', true, []],
  boolean: ['true', 1],
  date: ['tomorrow', '2026-02-30', '20.11.2026', '2026-11', '', ' 2026-11-20', '0000-01-01', 1_795_000_000],
};

export const refusals: readonly Refusal[] = [
  {
    rule: 'Rejects a contact property without a key or type with missing_required_field 422.',
    operation: 'createContactProperty',
    error: 'missing_required_field',
    bodies: [...each('key', undefined, null), ...each('type', undefined, null)],
  },
  {
    rule: 'Rejects a key with other characters or of more than 50, and an unknown type, with validation_error 422.',
    operation: 'createContactProperty',
    bodies: [
      ...each('key', 'first name', 'firma-größe', 'company\n', 'k'.repeat(51), 5),
      ...each('type', 'text', 'String', 5),
    ],
  },
  {
    rule: 'Rejects the key of a field that every contact has, such as email or first_name, in any letter case, with validation_error 422.',
    operation: 'createContactProperty',
    bodies: [
      ...each('key', 'email', 'EMAIL', 'first_name', 'First_Name', 'last_name', 'unsubscribed', 'Tracking'),
      ...each('key', ...CONTACT_FIELDS.map(({ column }) => column)),
    ],
  },
  {
    rule: 'Rejects a fallback value that does not fit the type with validation_error 422.',
    operation: 'createContactProperty',
    bodies: Object.entries(UNFIT).flatMap(([type, values]) =>
      values.map((value) => ({ fallback_value: value, type })),
    ),
  },
];
