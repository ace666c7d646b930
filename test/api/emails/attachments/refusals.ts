// What POST /emails refuses because of its files (docs/reference/attachments.md#sending-files). Larger files are in
// test/api/emails/attachments/limits.test.ts.
import { each, type Refusal } from '../../refusal.ts';
import { UNKNOWN_ID } from '../../specimen.ts';
import { SEND } from '../send/refusals.ts';

const content = 'YQ==';
/** Bodies with one file each. */
const files = (...all: object[]) => each('attachments', ...all.map((file) => [file]));

/** Rows for test/api/emails/refusals.ts. */
export const refusals: readonly Refusal[] = [
  {
    rule: 'Rejects a file that has neither content nor path with invalid_attachment 422.',
    ...SEND,
    error: 'invalid_attachment',
    says: 'attachments[0]',
    bodies: files({ filename: 'a.txt' }, { content: null, path: null }),
  },
  {
    rule: 'Rejects a file that has neither content nor path with invalid_attachment 422.',
    ...SEND,
    error: 'invalid_attachment',
    says: 'attachments[1]',
    bodies: each('attachments', [{ content }, {}]),
  },
  {
    rule: 'Rejects a file that has both content and path with validation_error 422.',
    ...SEND,
    says: 'both',
    bodies: files({ content, path: 'https://a.dev/b' }),
  },
  {
    rule: 'Rejects a text that is not padded base64 as content with validation_error 422.',
    ...SEND,
    says: '`attachments[0].content` must be base64',
    bodies: files(
      ...['not base64!', 'YWI', 'YQ==YQ==', '_-__', `data:text/plain;base64,${content}`].map((text) => ({
        content: text,
      })),
      { content: `sha256-${'0'.repeat(64)}` },
    ),
  },
  {
    rule: 'Rejects a text that is not padded base64 as content with validation_error 422.',
    ...SEND,
    says: '`attachments[1].content` must be base64',
    bodies: each('attachments', [{ content }, { content: 'ä' }]),
  },
  {
    rule: 'Rejects a content that is neither a text, a list nor an object with validation_error 422.',
    ...SEND,
    says: '`attachments[0].content` must be base64, a list',
    bodies: files({ content: 5 }, { content: true }),
  },
  {
    rule: 'Rejects a path that is not an http or https URL of up to 2,048 characters with validation_error 422.',
    ...SEND,
    says: 'path',
    bodies: files(
      { path: 'b.pdf' },
      { path: 'file:///etc/passwd' },
      { path: 'https://files.customer.dev/'.padEnd(2_049, 'x') },
    ),
  },
  {
    rule: 'Rejects a filename of more than 255 characters, or with a control character, with validation_error 422.',
    ...SEND,
    says: 'filename',
    bodies: files(
      ...['a\rb', 'a\nContent-Type: text/html', 'x'.repeat(256)].map((filename) => ({ content, filename })),
    ),
  },
  {
    rule: 'Rejects a filename of more than 255 characters, or with a control character, with validation_error 422.',
    ...SEND,
    says: 'NUL',
    bodies: files({ content, filename: 'a\0' }),
  },
  {
    rule: 'Rejects a content_type that is malformed, multipart or longer than 255 characters with validation_error 422.',
    ...SEND,
    says: 'content_type',
    bodies: files(
      { content, content_type: 'text/plain\r\nX: y' },
      { content, content_type: 'pdf' },
      { content, content_type: 'multipart/mixed' },
      { content, content_type: `text/x; a=${'x'.repeat(150)}; b=`.padEnd(256, 'x') },
    ),
  },
  {
    rule: 'Rejects a content_id that is longer than 128 characters, malformed or used twice with validation_error 422.',
    ...SEND,
    says: 'content_id',
    bodies: [
      ...files(
        ...['a\nb', 'a>b', 'a b', 'x'.repeat(129), `<${'x'.repeat(127)}>`].map((content_id) => ({
          content,
          content_id,
        })),
      ),
      {
        attachments: [
          { content, content_id: 'a' },
          { content, content_id: '<a>' },
        ],
      },
    ],
  },
  {
    rule: 'Takes inline_content_id as another name of content_id, and rejects a file where they differ with validation_error 422.',
    ...SEND,
    says: 'inline_content_id',
    bodies: files(
      { content, content_id: 'a', inline_content_id: 'b' },
      { content, inline_content_id: 'a b' },
    ),
  },
  {
    rule: 'Rejects a content_disposition other than inline and attachment with validation_error 422.',
    ...SEND,
    says: 'content_disposition',
    bodies: files({ content, content_disposition: 'hidden' }),
  },
  {
    rule: 'Rejects more than 100 files with validation_error 422.',
    ...SEND,
    says: '100',
    bodies: each(
      'attachments',
      Array.from({ length: 101 }, () => ({ content: '' })),
      Array.from({ length: 101 }, () => ({ path: 'https://a.dev/b' })),
    ),
  },
  {
    rule: 'Rejects attachments that are not a list of objects with validation_error 422.',
    ...SEND,
    says: 'attachments[0]',
    bodies: each('attachments', ['a.txt']),
  },
  {
    rule: 'Rejects attachments that are not a list of objects with validation_error 422.',
    ...SEND,
    bodies: each('attachments', { content }),
  },
  {
    rule: 'Rejects an invalid limit or cursor of the list of files with validation_error 422.',
    operation: 'listEmailAttachments',
    queries: [
      ...each('limit', '0', '101', 'x'),
      { after: 'x', before: undefined },
      ...each('after', UNKNOWN_ID),
    ],
  },
];
