// What POST /emails refuses because of its fields, except files (docs/reference/emails.md).
import type { Pool } from 'pg';
import { CONTENT_MAX_BYTES } from '../../../../shared/contract/limits.ts';
import { createDomain } from '../../../support/factories/factories.ts';
import { createTemplate } from '../../../support/factories/template-factories.ts';
import { each, type Refusal } from '../../refusal.ts';
import type { Fields } from '../../specimen.ts';
import { BAD_POLLS } from './bad-polls.ts';
import { addresses, headersOf, tagsOf } from './many.ts';

/** A good send whose domain exists, so that nothing but the row keeps it from being stored. */
export const SEND = {
  operation: 'sendEmail',
  async prepare(pool: Pool, accountId: string): Promise<Fields> {
    const { name } = await createDomain(pool, accountId);
    return { from: `ana@${name}`, attachments: undefined };
  },
} as const;

/** The same with a template, `welcome`, which needs a value for NAME. */
const SEND_TEMPLATE = {
  ...SEND,
  async prepare(pool: Pool, accountId: string): Promise<Fields> {
    const variables = [{ key: 'NAME', type: 'string', fallbackValue: null }] as const;
    await createTemplate(pool, accountId, { alias: 'welcome', variables });
    const contents = { subject: undefined, html: undefined, text: undefined };
    return { ...(await SEND.prepare(pool, accountId)), ...contents };
  },
} as const;

const BAD_ADDRESSES = [
  'bo',
  'bo@',
  '@customer.dev',
  'bo@customer',
  'bo@customer.dev, cy@customer.dev',
  'Bo <bo@customer.dev',
  'Bo <bo@customer.dev> x',
  'bo bo@customer.dev',
  '.bo@customer.dev',
  'bo@127.0.0.1',
  'bo@[127.0.0.1]',
  ' ',
];
const BAD_LISTS = ['bo', ''].map((text) => ['a@customer.dev', text]);
/** 64 KiB of headers. */
const LARGE_HEADERS = Object.fromEntries(
  Array.from({ length: 8 }, (_, at) => [`X-${at}`, 'x'.repeat(8_189)]),
);

/** Every text of a message's header with this character. */
function injections(character: string): Fields[] {
  const texts = [
    `bo@customer.dev${character}Bcc: eve@customer.dev`,
    `bo@customer.dev${character}`,
    `Bo${character}Bo <bo@customer.dev>`,
    `"Bo${character}" <bo@customer.dev>`,
  ];
  return [
    ...each('from', ...texts),
    ...['to', 'cc', 'bcc', 'reply_to'].flatMap((field) =>
      each(field, ...texts, ['a@b.dev', `c${character}@d.dev`]),
    ),
    { subject: `a${character}Bcc: eve@customer.dev` },
    { headers: { 'X-A': `a${character}Bcc: e@x.dev` } },
    { headers: { [`X${character}Bcc`]: 'x' } },
  ];
}

/** Rows for test/api/emails/refusals.ts. */
export const refusals: readonly Refusal[] = [
  {
    rule: 'Rejects a poll without a question or options with missing_required_field 422.',
    ...SEND,
    error: 'missing_required_field',
    bodies: each('poll', {}, { question: 'Which day?' }, { options: ['Monday', 'Tuesday'] }),
  },
  {
    rule: 'Rejects a poll with fewer than 2 or more than 10 options, with an option twice, or with a text that is empty, longer than 200 characters, of several lines or contains `{{` or `{%`, with validation_error 422.',
    ...SEND,
    bodies: each('poll', ...BAD_POLLS),
  },
  {
    rule: 'Rejects a tracking with another field, or with a value that is not true or false, with validation_error 422.',
    ...SEND,
    bodies: each(
      'tracking',
      true,
      'opens',
      [],
      1,
      { opens: 'true' },
      { clicks: 1 },
      { opens: true, links: true },
      { opened: true },
      { clicks: {} },
    ),
  },
  {
    rule: 'Rejects an email whose from, to or subject is absent, null or empty with missing_required_field 422.',
    ...SEND,
    error: 'missing_required_field',
    bodies: [
      ...each('from', undefined, '', null),
      ...each('to', undefined, '', null, []),
      ...each('subject', undefined, '', null),
    ],
  },
  {
    rule: 'Rejects a field of the wrong type with validation_error 422.',
    ...SEND,
    bodies: [
      ...['from', 'to', 'cc', 'bcc', 'reply_to', 'subject', 'html', 'text', 'preview_text'].flatMap((field) =>
        each(field, 5, { email: 'a@customer.dev' }),
      ),
      ...each('subject', ['Hello']),
      ...each('to', [null]),
      ...each('from', ['a@customer.dev']),
    ],
  },
  {
    rule: 'Rejects a subject of more than 998 characters with validation_error 422.',
    ...SEND,
    bodies: each('subject', 'x'.repeat(999)),
  },
  {
    rule: 'Rejects an email without content, where html and text are both absent, null or empty, with validation_error 422.',
    ...SEND,
    says: '`html` and `text`',
    bodies: [undefined, '', null].map((none) => ({ html: none, text: none })),
  },
  {
    rule: 'Rejects html and text of more than 10 MiB of UTF-8 together with validation_error 422.',
    ...SEND,
    says: '10 MB together',
    bodies: [{ html: 'ü'.repeat(CONTENT_MAX_BYTES / 4), text: 'x'.repeat(CONTENT_MAX_BYTES / 2 + 1) }],
  },
  {
    rule: 'Rejects a preview_text of more than 2,000 characters with validation_error 422.',
    ...SEND,
    bodies: each('preview_text', 'x'.repeat(2_001)),
  },
  {
    rule: 'Rejects CR, LF and NUL in an address, a display name, the subject, a header name or a header value with validation_error 422.',
    ...SEND,
    says: '',
    bodies: ['\r', '\n', '\r\n', '\0'].flatMap(injections),
  },
  {
    rule: 'Rejects NUL or a lone surrogate in a text or a field name with validation_error 422.',
    ...SEND,
    says: '',
    bodies: ['\0', '\ud800', '\udc00'].flatMap((character) => [
      ...['subject', 'html', 'text', 'preview_text'].map((field) => ({ [field]: character })),
      { tags: [{ name: `a${character}`, value: 'v' }] },
      { headers: { 'X-A': character } },
    ]),
  },
  {
    rule: 'Rejects a from that is not exactly one valid address with invalid_from_address 422.',
    ...SEND,
    error: 'invalid_from_address',
    bodies: each('from', ...BAD_ADDRESSES),
  },
  {
    rule: 'Rejects an invalid address in to, cc or bcc with invalid_to_address 422.',
    ...SEND,
    error: 'invalid_to_address',
    bodies: ['to', 'cc', 'bcc'].flatMap((field) => each(field, ...BAD_ADDRESSES, ...BAD_LISTS)),
  },
  {
    rule: 'Accepts up to 50 addresses in reply_to, and rejects more or an invalid one with validation_error 422.',
    ...SEND,
    bodies: each('reply_to', ...BAD_ADDRESSES, ['a@customer.dev', ''], addresses(51)),
  },
  {
    rule: 'Accepts 1 to 50 addresses in to, and rejects more with validation_error 422.',
    ...SEND,
    bodies: each('to', addresses(51)),
  },
  {
    rule: 'Accepts up to 50 addresses in each of cc and bcc, and rejects more with validation_error 422.',
    ...SEND,
    bodies: ['cc', 'bcc'].flatMap((field) => each(field, addresses(51))),
  },
  {
    rule: 'Rejects headers whose names and values are more than 64 KiB together with validation_error 422.',
    ...SEND,
    says: '64 KB together',
    bodies: each('headers', { ...LARGE_HEADERS, 'X-8': '' }),
  },
  {
    rule: 'Rejects a header name that is not a token of RFC 2045 with validation_error 422.',
    ...SEND,
    bodies: each('headers', ...['X Y', 'X:', 'X\t', 'Grüße', '(X)', ''].map((name) => ({ [name]: 'x' }))),
  },
  {
    rule: 'Rejects a header name of more than 75 characters with validation_error 422.',
    ...SEND,
    says: '75 characters',
    bodies: each('headers', { ['X'.repeat(76)]: 'x' }),
  },
  {
    rule: 'Rejects more than 50 headers with validation_error 422.',
    ...SEND,
    bodies: each('headers', headersOf(51)),
  },
  {
    rule: 'Rejects headers that are not an object of strings with validation_error 422.',
    ...SEND,
    bodies: each('headers', [{ name: 'X-A', value: 'x' }], 'X-A: x'),
  },
  {
    rule: 'Rejects headers that are not an object of strings with validation_error 422.',
    ...SEND,
    says: 'X-A',
    bodies: each('headers', { 'X-A': 5 }),
  },
  {
    rule: 'Accepts up to 75 tags whose name and value are 1 to 256 ASCII letters, digits, underscores and hyphens, and rejects others with 422.',
    ...SEND,
    bodies: [
      ...each('tags', tagsOf(76), ['a'], 'a'),
      ...[
        ['a b', 'v'],
        ['ä', 'v'],
        ['a\n', 'v'],
        ['a', 'b:c'],
        ['', 'v'],
        ['a', ''],
        ['n'.repeat(257), 'v'],
        ['n', 'v'.repeat(257)],
      ].map(([name, value]) => ({ tags: [{ name, value }] })),
    ],
  },
  {
    rule: 'Accepts up to 75 tags whose name and value are 1 to 256 ASCII letters, digits, underscores and hyphens, and rejects others with 422.',
    ...SEND,
    error: 'missing_required_field',
    bodies: each('tags', [{ value: 'v' }], [{ name: 'a' }]),
  },
  {
    rule: 'Accepts tags as an object of texts, which are the list of its pairs, and rejects one with other values with validation_error 422.',
    ...SEND,
    bodies: each(
      'tags',
      ...[['b'], { b: 'c' }, null, 5, 'b c', ''].map((value) => ({ a: value })),
      { '': 'b' },
      { 'a b': 'c' },
      Object.fromEntries(tagsOf(76).map(({ name }) => [name, 'v'])),
    ),
  },
  {
    rule: 'Rejects an email that names two templates, or a template and html or text, or variables twice or without a template, with validation_error 422.',
    ...SEND_TEMPLATE,
    says: '',
    bodies: [
      { template: { id: 'welcome' }, template_id: 'welcome' },
      { template_id: 'welcome', template_alias: 'welcome' },
      { template: { id: 'welcome', alias: 'welcome' } },
      { template: {} },
      { template: { variables: {} }, template_id: 'welcome' },
      { template: { id: 'not a name' } },
      { template_id: '' },
      { template: { id: 'welcome', variables: {} }, variables: {} },
      { template: { id: 'welcome', variables: ['Bo'] } },
      { template_id: 'welcome', variables: 'Bo' },
      { variables: { NAME: 'Bo' }, html: '<p>Hello</p>', subject: 'Hello' },
      { template_id: 'welcome', html: '<p>Hello</p>' },
      { template_id: 'welcome', text: 'Hello' },
    ],
  },
  {
    rule: 'Rejects an email when a variable has neither a value nor a fallback, or a value of another type, with validation_error 422.',
    ...SEND_TEMPLATE,
    says: 'NAME',
    bodies: [undefined, {}, { NAME: null }, { name: 'Bo' }, { NAME: 5 }, { NAME: ['Bo'] }].map(
      (variables) => ({
        template_id: 'welcome',
        variables,
      }),
    ),
  },
  {
    rule: 'Rejects an unknown topic with not_found 404, also one of another account, and a malformed topic_id with validation_error 422.',
    ...SEND,
    bodies: each('topic_id', 'news', '', 5, '9b2c8d1e-4f3a-4b6c-8d7e-0f1a2b3c4d5e'),
  },
];
