// What templates refuse because of their fields (docs/reference/templates.md). Faults of their sources: render.test.ts.
import { TEMPLATE_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { RESERVED_NAMES } from '../../../shared/contract/templates/reserved-names.ts';
import { BAD_POLLS } from '../emails/send/bad-polls.ts';
import { each, type Refusal } from '../refusal.ts';

const NAME = { key: 'NAME', type: 'string', fallback_value: 'friend' };

export const refusals: readonly Refusal[] = [
  {
    rule: 'Rejects a body without a required field with missing_required_field 422, and names the field.',
    operation: 'updateTemplate',
    error: 'missing_required_field',
    bodies: [...each('variables', [{}]), ...each('poll', {})],
  },
  {
    rule: 'Rejects a body without a required field with missing_required_field 422, and names the field.',
    operation: 'previewUnsavedTemplate',
    error: 'missing_required_field',
    bodies: each('poll', {}),
  },
  {
    rule: 'Rejects a template without a name with missing_required_field 422.',
    operation: 'createTemplate',
    error: 'missing_required_field',
    bodies: each('name', undefined, null, '', ' '),
  },
  {
    rule: 'Rejects a template with an invalid field with validation_error 422 and names the field.',
    operation: 'createTemplate',
    bodies: [
      ...each('name', 5, 'x'.repeat(TEMPLATE_NAME_MAX_LENGTH + 1)),
      ...each('alias', '', ' a', 'a b', '-a', 'é', 'a/b', 'x'.repeat(101), 5),
      ...each('alias', '01936d3e-5b7a-7c3d-9f21-0123456789ab'),
      ...each('from', 5),
      ...each('subject', 5, ['x']),
      ...each('reply_to', 5, [5], Array(51).fill('a@acme.dev')),
      ...each('html', 5),
      ...each('text', {}),
      ...each('variables', 5, { NAME: 'x' }, ['NAME']),
      { variables: Array.from({ length: 51 }, (_, index) => ({ key: `K${index}`, type: 'string' })) },
      ...each('inline_css', 'true', 1),
      ...each('editor', 'visual'),
      ...each('document', 'x', []),
    ],
  },
  {
    rule: 'Rejects a poll of a template that an email could not have with validation_error 422.',
    operation: 'createTemplate',
    bodies: each('poll', ...BAD_POLLS, { question: 'a', options: ['a', 'b'], closes_at: 'yesterday' }),
  },
  {
    rule: 'Rejects a variable with a reserved key, a key that is declared twice or a fallback_value of another type with validation_error 422.',
    operation: 'createTemplate',
    bodies: each(
      'variables',
      ...[...RESERVED_NAMES, 'FIRST_NAME', 'contact', 'forloop'].map((key) => [{ key, type: 'string' }]),
      ...['', '1A', 'A B', 'A-B', 'A.B', 'É', 'x'.repeat(51)].map((key) => [{ ...NAME, key }]),
      [NAME, { key: 'NAME', type: 'number' }],
      [{ ...NAME, fallback_value: 5 }],
      [{ ...NAME, type: 'number', fallback_value: '5' }],
      [{ ...NAME, type: 'boolean', fallback_value: 'true' }],
      [{ ...NAME, type: 'list', fallback_value: {} }],
      [{ ...NAME, type: 'object', fallback_value: [] }],
      [{ ...NAME, type: 'date', fallback_value: '2026-11-20' }],
    ),
  },
];
