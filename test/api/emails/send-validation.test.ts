// POST /emails: every rule about a field, each broken alone (interface.md, POST /emails and Errors; decisions.md §2).
// Whatever is refused leaves nothing behind.
import { expect } from 'chai';
import type { ErrorName } from '../../../shared/contract/errors.ts';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createSender, type Sender } from './sender.ts';

const addresses = (count: number) => Array.from({ length: count }, (_, index) => `r${index}@customer.dev`);
const tagsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `t${index}`, value: 'v' }));
const headersOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, 'v']));

describe('POST /emails refuses', () => {
  const app = useApp();
  let sender: Sender;
  before(async () => {
    sender = await createSender(app);
  });
  afterEach('nothing was stored', async () => {
    const { rowCount } = await app.pool.query('SELECT FROM emails');
    expect(rowCount).to.equal(0);
  });

  /** What is wrong → the changed fields, the error's name and, where it matters, words of its message. */
  type Refusal = [what: string, changes: Record<string, unknown>, name: ErrorName, words?: string];

  function describeRefusals(title: string, refusals: readonly Refusal[]): void {
    describe(title, () => {
      for (const [what, changes, name, words = Object.keys(changes)[0] ?? ''] of refusals) {
        it(`${what} with ${name}`, async () => {
          expect(expectError(await sender.send(changes), 422, name)).to.include(words);
        });
      }
    });
  }

  describeRefusals('what is missing:', [
    ...['from', 'to', 'subject'].flatMap((field): Refusal[] => [
      [`no ${field}`, { [field]: undefined }, 'missing_required_field'],
      [`${field} ""`, { [field]: '' }, 'missing_required_field'],
      [`${field} null`, { [field]: null }, 'missing_required_field'],
    ]),
    ['to []', { to: [] }, 'missing_required_field'],
  ]);

  describeRefusals('what nothing does yet, since ignoring it would send another mail or at another time:', [
    ['template', { template: { id: 'welcome' }, subject: undefined }, 'validation_error'],
    ['template_id', { template_id: 'x' }, 'validation_error'],
    ['template_alias', { template_alias: 'x' }, 'validation_error'],
    ['variables', { variables: { name: 'Bo' } }, 'validation_error'],
    ['topic_id', { topic_id: 'x' }, 'validation_error'],
  ]);

  const badAddresses = [
    'bo',
    'bo@',
    '@customer.dev',
    'bo@customer',
    'bo@customer.dev, cy@customer.dev',
    'Bo <bo@customer.dev',
    'Bo <bo@customer.dev> x',
    'bo@customer.dev\r\nBcc: eve@customer.dev',
    'bo@customer.dev\n',
    'Bo\rBo <bo@customer.dev>',
    'bo@127.0.0.1',
    'bo@[127.0.0.1]',
    ' ',
  ];
  for (const [field, name] of [
    ['from', 'invalid_from_address'],
    ['to', 'invalid_to_address'],
    ['cc', 'invalid_to_address'],
    ['bcc', 'invalid_to_address'],
    ['reply_to', 'validation_error'],
  ] as const) {
    describeRefusals(`a bad address in ${field}:`, [
      ...badAddresses.map((text): Refusal => [JSON.stringify(text), { [field]: text }, name]),
      ...(field === 'from'
        ? []
        : ([
            ['a bad one among good ones', { [field]: ['a@customer.dev', 'bo'] }, name],
            ['"" in the array', { [field]: ['a@customer.dev', ''] }, name],
          ] as Refusal[])),
    ]);
    describeRefusals(`another type for ${field}:`, [
      ['a number', { [field]: 5 }, 'validation_error'],
      ['an object', { [field]: { email: 'a@customer.dev' } }, 'validation_error'],
      ...(field === 'from'
        ? ([['an array', { from: ['a@customer.dev'] }, 'validation_error']] as Refusal[])
        : ([['null in the array', { [field]: [null] }, 'validation_error']] as Refusal[])),
    ]);
  }

  describeRefusals(
    '51 addresses in',
    ['to', 'cc', 'bcc', 'reply_to'].map(
      (field): Refusal => [field, { [field]: addresses(51) }, 'validation_error'],
    ),
  );

  describeRefusals('a subject', [
    ['of 999 characters', { subject: 'x'.repeat(999) }, 'validation_error'],
    ['with CR', { subject: 'a\rb' }, 'validation_error', 'line break'],
    ['with LF', { subject: 'a\nBcc: eve@customer.dev' }, 'validation_error', 'line break'],
    ['that is a number', { subject: 5 }, 'validation_error'],
  ]);

  describeRefusals('a body', [
    ['of nothing', { text: undefined }, 'validation_error', '`html` and `text`'],
    ['of two empty texts', { text: '', html: '' }, 'validation_error', '`html` and `text`'],
    ['of two nulls', { text: null, html: null }, 'validation_error', '`html` and `text`'],
    ['of a number', { text: 5 }, 'validation_error', 'text'],
    ['whose preview text is a number', { preview_text: 5 }, 'validation_error'],
  ]);

  const serviceHeaders = [
    'From',
    'Sender',
    'To',
    'Cc',
    'Bcc',
    'Reply-To',
    'Subject',
    'Date',
    'Message-ID',
    'MIME-Version',
    'Content-Type',
    'Content-Transfer-Encoding',
    'DKIM-Signature',
    'ARC-Seal',
    'Authentication-Results',
    'Return-Path',
    'Received',
    'Resent-From',
  ];
  describeRefusals('a header', [
    ...serviceHeaders.flatMap((name): Refusal[] => [
      [name, { headers: { [name]: 'x' } }, 'validation_error', name],
      [
        name.toUpperCase(),
        { headers: { [name.toUpperCase()]: 'x' } },
        'validation_error',
        name.toUpperCase(),
      ],
    ]),
    ['whose name is no token', { headers: { 'X Y': 'x' } }, 'validation_error', 'X Y'],
    ['whose name has a colon', { headers: { 'X:': 'x' } }, 'validation_error', 'X:'],
    ['whose name has a line break', { headers: { 'X\r\nBcc': 'x' } }, 'validation_error', 'headers'],
    ['without a name', { headers: { '': 'x' } }, 'validation_error', 'headers'],
    ['whose value has CR', { headers: { 'X-A': 'a\rb' } }, 'validation_error', 'X-A'],
    ['whose value has LF', { headers: { 'X-A': 'a\nBcc: e@x.dev' } }, 'validation_error', 'X-A'],
    ['whose value is a number', { headers: { 'X-A': 5 } }, 'validation_error', 'X-A'],
    ['that is the 51st', { headers: headersOf(51) }, 'validation_error'],
    ['list', { headers: [{ name: 'X-A', value: 'x' }] }, 'validation_error'],
  ]);

  describeRefusals('a tag', [
    ['with a space in its name', { tags: [{ name: 'a b', value: 'v' }] }, 'validation_error'],
    ['with a letter that is not ASCII', { tags: [{ name: 'ä', value: 'v' }] }, 'validation_error'],
    ['with a line break at the end', { tags: [{ name: 'a\n', value: 'v' }] }, 'validation_error'],
    ['with a colon in its value', { tags: [{ name: 'a', value: 'b:c' }] }, 'validation_error'],
    ['with an empty value', { tags: [{ name: 'a', value: '' }] }, 'validation_error'],
    ['without a value', { tags: [{ name: 'a' }] }, 'missing_required_field'],
    ['with a name of 257 characters', { tags: [{ name: 'n'.repeat(257), value: 'v' }] }, 'validation_error'],
    ['with a value of 257 characters', { tags: [{ name: 'n', value: 'v'.repeat(257) }] }, 'validation_error'],
    ['that is the 76th', { tags: tagsOf(76) }, 'validation_error'],
    ['that is a text', { tags: ['a'] }, 'validation_error'],
    ['object', { tags: { a: 'b' } }, 'validation_error'],
  ]);

  describeRefusals(
    'the camelCase twin',
    [
      ['replyTo', 'reply_to'],
      ['previewText', 'preview_text'],
      ['scheduledAt', 'scheduled_at'],
      ['topicId', 'topic_id'],
      ['templateId', 'template_id'],
      ['templateAlias', 'template_alias'],
    ].map(([twin = '', field = '']): Refusal => [twin, { [twin]: 'x' }, 'validation_error', `\`${field}\``]),
  );

  describeRefusals(
    'NUL in',
    [
      { from: 'a\0@customer.dev' },
      { to: 'a\0@customer.dev' },
      { subject: 'a\0' },
      { html: '\0' },
      { text: '\0' },
      { headers: { 'X-A': '\0' } },
      { headers: { 'X\0': 'a' } },
      { tags: [{ name: 'a\0', value: 'v' }] },
      { preview_text: '\0' },
    ].map((changes): Refusal => [JSON.stringify(changes), changes, 'validation_error', '']),
  );

  it('a lone surrogate with validation_error', async () => {
    const body = JSON.stringify(sender.body({ subject: 'x' })).replace('"x"', '"\\ud800"');
    const request = app.as(sender.token).post('/emails').set('Content-Type', 'application/json');
    expectError(await request.send(body), 422, 'validation_error');
  });
});

describe('POST /emails accepts', () => {
  const app = useApp();
  let sender: Sender;
  before(async () => {
    sender = await createSender(app);
  });

  const accepted: [what: string, changes: Record<string, unknown>][] = [
    ...['to', 'cc', 'bcc', 'reply_to'].map((field): [string, Record<string, unknown>] => [
      `50 addresses in ${field}`,
      { [field]: addresses(50) },
    ]),
    ['a subject of 998 characters', { subject: 'x'.repeat(998) }],
    ['null for what nothing does yet', { topic_id: null, template_id: null }],
    ['null for scheduled_at', { scheduled_at: null }],
    ['html alone', { text: undefined, html: '<p>x</p>' }],
    ['html beside an empty text', { text: '', html: '<p>x</p>' }],
    ['50 headers', { headers: headersOf(50) }],
    [
      'a header whose name begins like a refused one',
      { headers: { 'To-Do': 'x', Contents: 'y', 'X-From': 'z' } },
    ],
    ['75 tags', { tags: tagsOf(75) }],
    ['a tag of 256 characters', { tags: [{ name: 'n'.repeat(256), value: 'v'.repeat(256) }] }],
    ['a tag of all allowed characters', { tags: [{ name: 'aZ09_-', value: '-_90Za' }] }],
    ['a body of several megabytes', { html: 'x'.repeat(3_000_000) }],
  ];
  for (const [what, changes] of accepted) {
    it(what, async () => {
      const { status, body } = await sender.send(changes);
      expect(status, JSON.stringify(body)).to.equal(200);
    });
  }
});
