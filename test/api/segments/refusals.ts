// What segments refuse (docs/reference/segments.md).
import { LIST_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { each, type Refusal } from '../refusal.ts';

const LONG = 'x'.repeat(LIST_NAME_MAX_LENGTH + 1);

export const refusals: readonly Refusal[] = [
  {
    rule: 'Rejects a segment without a name with missing_required_field 422.',
    operation: 'createSegment',
    error: 'missing_required_field',
    says: 'Missing `name` field.',
    wholes: [undefined, {}],
    bodies: each('name', null, ' '),
  },
  {
    rule: 'Rejects a segment whose name is too long or no text, or whose `audience_id` is not an id, with validation_error 422.',
    operation: 'createSegment',
    bodies: [
      ...each('name', LONG, 5),
      ...each('audience_id', 'none', '', '9b2c8d1e-4f3a-4b6c-8d7e-0f1a2b3c4d5e', 5),
    ],
  },
  {
    rule: 'Rejects an invalid change of a segment with validation_error 422 and changes nothing.',
    operation: 'updateSegment',
    bodies: [...each('name', null, ' ', LONG), ...each('audience_id', null), ...each('filter', {})],
  },
  {
    rule: 'Rejects a preview without a filter with missing_required_field 422, and an invalid one like that of a segment.',
    operation: 'previewSegment',
    error: 'missing_required_field',
    says: 'Missing `filter` field.',
    wholes: [undefined, {}],
    bodies: each('filter', null),
  },
  {
    rule: 'Rejects a preview without a filter with missing_required_field 422, and an invalid one like that of a segment.',
    operation: 'previewSegment',
    bodies: each('filter', {}, { type: 'rule', field: 'contact.email', operator: 'gt', value: 'a' }),
  },
];
