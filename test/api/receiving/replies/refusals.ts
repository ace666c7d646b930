// What forward and reply refuse because of their fields (docs/reference/receiving-answers.md).
import { each, type Refusal } from '../../refusal.ts';

const FORWARD = { operation: 'forwardReceivedEmail' } as const;
const REPLY = { operation: 'replyToReceivedEmail' } as const;
const MIB = 1024 * 1024;

const withoutContents = [
  { html: undefined, text: undefined },
  { html: null, text: '' },
];

export const ANSWER_REFUSALS: readonly Refusal[] = [
  {
    rule: 'Rejects an answer without html and text, or with more than 10 MiB of both, with validation_error 422.',
    ...REPLY,
    says: 'One of `html` and `text`',
    bodies: withoutContents,
  },
  {
    rule: 'Rejects an answer without html and text, or with more than 10 MiB of both, with validation_error 422.',
    ...REPLY,
    says: '10 MB',
    bodies: each('html', 'x'.repeat(10 * MIB)),
  },
  {
    rule: 'Rejects an answer without html and text, or with more than 10 MiB of both, with validation_error 422.',
    ...FORWARD,
    says: 'One of `html` and `text`',
    bodies: withoutContents,
  },
  {
    rule: 'Rejects html and text in a forward, unless passthrough is false, with validation_error 422.',
    ...FORWARD,
    says: '`passthrough: false`',
    bodies: [
      { passthrough: true },
      { passthrough: undefined, html: null },
      { passthrough: null, text: null },
    ],
  },
  {
    rule: 'Rejects a forward without to with missing_required_field 422.',
    ...FORWARD,
    error: 'missing_required_field',
    bodies: each('to', undefined, null, '', []),
  },
  {
    rule: 'Rejects an invalid address, file or near miss of a field in an answer like POST /emails.',
    ...FORWARD,
    error: 'invalid_to_address',
    bodies: each('to', 'bo', ['bo@customer.dev', 'bo']),
  },
  {
    rule: 'Rejects an invalid address, file or near miss of a field in an answer like POST /emails.',
    ...FORWARD,
    bodies: each('to', Array(51).fill('bo@customer.dev'), 5),
  },
  {
    rule: 'Rejects an invalid address, file or near miss of a field in an answer like POST /emails.',
    ...FORWARD,
    error: 'invalid_from_address',
    bodies: each('from', 'ana', 'a@b.dev, c@d.dev'),
  },
  {
    rule: 'Rejects an invalid address, file or near miss of a field in an answer like POST /emails.',
    ...FORWARD,
    bodies: each('passthrough', 'false', 0),
  },
  {
    rule: 'Rejects an invalid address, file or near miss of a field in an answer like POST /emails.',
    ...REPLY,
    error: 'invalid_from_address',
    bodies: each('from', 'ana'),
  },
  {
    rule: 'Rejects an invalid address, file or near miss of a field in an answer like POST /emails.',
    ...REPLY,
    error: 'invalid_to_address',
    bodies: [...each('cc', 'bo'), ...each('bcc', ['bo'])],
  },
  {
    rule: 'Rejects an invalid address, file or near miss of a field in an answer like POST /emails.',
    ...REPLY,
    bodies: [...each('reply_all', 'true', 1), ...each('text', 5, {})],
  },
  {
    rule: 'Rejects an invalid address, file or near miss of a field in an answer like POST /emails.',
    ...REPLY,
    error: 'invalid_attachment',
    bodies: each('attachments', [{ filename: 'a' }]),
  },
  {
    rule: 'Rejects an invalid address, file or near miss of a field in an answer like POST /emails.',
    ...REPLY,
    says: 'base64',
    bodies: each('attachments', [{ content: '%' }]),
  },
  {
    rule: 'Rejects an invalid address, file or near miss of a field in an answer like POST /emails.',
    ...REPLY,
    says: 'use `reply_all`',
    bodies: [{ replyAll: true }],
  },
];
