// What audiences refuse (docs/reference/audiences.md).
import { LIST_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { each, type Refusal } from '../refusal.ts';

export const refusals: readonly Refusal[] = [
  {
    rule: 'Rejects an audience without a name with missing_required_field 422.',
    operation: 'createAudience',
    error: 'missing_required_field',
    says: 'Missing `name` field.',
    wholes: [undefined, {}],
    bodies: each('name', null, '', ' \t'),
  },
  {
    rule: 'Rejects the name of an audience that is not a text or has more than 200 characters with validation_error 422.',
    operation: 'createAudience',
    bodies: each('name', 5, true, ['x'], {}, 'x'.repeat(LIST_NAME_MAX_LENGTH + 1)),
  },
];
