// Validation of POST /emails: each rule about a field is broken alone, and tried at its limit. A refused request stores
// nothing. The rules are in docs/reference/emails.md#content; addresses are tested in send-addresses.test.ts.
import { expect } from 'chai';
import type { ErrorName } from '../../../shared/contract/errors.ts';
import { CONTENT_MAX_BYTES } from '../../../shared/contract/limits.ts';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { expectSendRefused } from './refusal.ts';
import { createSender, type Sender } from './sender.ts';

const tagsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `t${index}`, value: 'v' }));
const headersOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, 'v']));

const SERVICE_HEADERS = [
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

describe('POST /emails', () => {
  const app = useApp();
  let sender: Sender;
  beforeEach(async () => {
    sender = await createSender(app);
  });
  const expectRefused = (changes: Record<string, unknown>, name: ErrorName, words: string) =>
    expectSendRefused({ app, sender }, changes, name, words);
  const expectAccepted = async (changes: Record<string, unknown>) => {
    const { status, body } = await sender.send(changes);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.id as string;
  };
  const get = async (id: string) => (await app.as(sender.token).get(`/emails/${id}`)).body;

  describe('Rejects an email whose from, to or subject is absent, null or empty with missing_required_field 422.', () => {
    for (const [field, values] of [
      ['from', [undefined, '', null]],
      ['to', [undefined, '', null, []]],
      ['subject', [undefined, '', null]],
    ] as const) {
      for (const value of values) {
        it(`${field} ${JSON.stringify(value) ?? 'absent'}`, () =>
          expectRefused({ [field]: value }, 'missing_required_field', field));
      }
    }
  });

  describe('Rejects a field of the wrong type with validation_error 422.', () => {
    for (const field of ['from', 'to', 'cc', 'bcc', 'reply_to', 'subject', 'html', 'text', 'preview_text']) {
      it(`${field} of another type`, async () => {
        await expectRefused({ [field]: 5 }, 'validation_error', field);
        await expectRefused({ [field]: { email: 'a@customer.dev' } }, 'validation_error', field);
      });
    }

    it('a list of subjects', () => expectRefused({ subject: ['Hello'] }, 'validation_error', 'subject'));

    it('null among recipients, and a list of senders', async () => {
      await expectRefused({ to: [null] }, 'validation_error', 'to');
      await expectRefused({ from: ['a@customer.dev'] }, 'validation_error', 'from');
    });
  });

  it('Rejects a subject of more than 998 characters with validation_error 422.', async () => {
    await expectRefused({ subject: 'x'.repeat(999) }, 'validation_error', 'subject');
    await expectAccepted({ subject: 'x'.repeat(998) });
  });

  describe('Rejects an email without content, where html and text are both absent, null or empty, with validation_error 422.', () => {
    for (const [what, changes] of [
      ['neither', { text: undefined }],
      ['two empty ones', { text: '', html: '' }],
      ['two nulls', { text: null, html: null }],
    ] as const) {
      it(`rejects ${what}`, () => expectRefused(changes, 'validation_error', '`html` and `text`'));
    }

    it('accepts html alone, text alone, and html with an empty text', async () => {
      await expectAccepted({ text: undefined, html: '<p>x</p>' });
      await expectAccepted({ text: 'x', html: null });
      await expectAccepted({ text: '', html: '<p>x</p>' });
    });
  });

  it('Rejects html and text of more than 10 MiB of UTF-8 together with validation_error 422.', async () => {
    const html = 'ü'.repeat(CONTENT_MAX_BYTES / 4);
    const text = 'x'.repeat(CONTENT_MAX_BYTES / 2);
    await expectRefused({ html, text: `${text}x` }, 'validation_error', '10 MB together');
    await expectAccepted({ html, text });
  });

  it('Rejects headers whose names and values are more than 64 KiB together with validation_error 422.', async () => {
    const headers = Object.fromEntries(
      Array.from({ length: 8 }, (_, index) => [`X-${index}`, 'x'.repeat(8_189)]),
    );
    await expectRefused({ headers: { ...headers, 'X-8': '' } }, 'validation_error', '64 KB together');
    await expectAccepted({ headers });
  });

  it('Rejects a preview_text of more than 2,000 characters with validation_error 422.', async () => {
    await expectRefused({ preview_text: 'x'.repeat(2_001) }, 'validation_error', 'preview_text');
    await expectAccepted({ preview_text: 'x'.repeat(2_000) });
  });

  it('Cuts an error message after 1,000 characters when it repeats a long header name.', async () => {
    const response = await sender.send({ headers: { ['X'.repeat(500_000)]: 'x' } });
    expect(expectError(response, 422, 'validation_error')).to.match(/^.{990}X{10}…$/);
  });

  describe('Rejects CR, LF and NUL in an address, a display name, the subject, a header name or a header value with validation_error 422.', () => {
    for (const [what, character] of [
      ['CR', '\r'],
      ['LF', '\n'],
      ['CRLF', '\r\n'],
      ['NUL', '\0'],
    ] as const) {
      for (const field of ['from', 'to', 'cc', 'bcc', 'reply_to']) {
        it(`${what} in an address and in a name of ${field}`, async () => {
          for (const text of [
            `bo@customer.dev${character}Bcc: eve@customer.dev`,
            `bo@customer.dev${character}`,
            `Bo${character}Bo <bo@customer.dev>`,
            `"Bo${character}" <bo@customer.dev>`,
          ])
            await expectRefused({ [field]: text }, 'validation_error', '');
          if (field !== 'from')
            await expectRefused({ [field]: ['a@b.dev', `c${character}@d.dev`] }, 'validation_error', '');
        });
      }

      it(`${what} in a subject, and in the name and the value of a header`, async () => {
        await expectRefused({ subject: `a${character}Bcc: eve@customer.dev` }, 'validation_error', '');
        await expectRefused({ headers: { 'X-A': `a${character}Bcc: e@x.dev` } }, 'validation_error', '');
        await expectRefused({ headers: { [`X${character}Bcc`]: 'x' } }, 'validation_error', '');
      });
    }
  });

  describe('Rejects NUL or a lone surrogate in a text or a field name with validation_error 422.', () => {
    for (const [field, write] of [
      ['subject', (text: string) => text],
      ['html', (text: string) => text],
      ['text', (text: string) => text],
      ['preview_text', (text: string) => text],
      ['tags', (text: string) => [{ name: `a${text}`, value: 'v' }]],
      ['headers', (text: string) => ({ 'X-A': text })],
    ] as const) {
      it(field, async () => {
        for (const character of ['\0', '\ud800', '\udc00'])
          await expectRefused({ [field]: write(character) }, 'validation_error', '');
      });
    }
  });

  describe('Rejects a header that the service writes itself, in upper or lower case, with validation_error 422.', () => {
    for (const name of SERVICE_HEADERS) {
      it(name, async () => {
        for (const spelling of [name, name.toUpperCase(), name.toLowerCase()])
          await expectRefused({ headers: { [spelling]: 'x' } }, 'validation_error', spelling);
      });
    }

    it('accepts a name that only begins or ends like one of them', () =>
      expectAccepted({ headers: { 'To-Do': 'x', Contents: 'y', 'X-From': 'z' } }));
  });

  it('Rejects a header name that is not a token of RFC 2045 with validation_error 422.', async () => {
    for (const name of ['X Y', 'X:', 'X\t', 'Grüße', '(X)', ''])
      await expectRefused({ headers: { [name]: 'x' } }, 'validation_error', 'headers');
    await expectAccepted({ headers: { "!#$%&'*+-.^_`|~09aZ": 'x' } });
  });

  it('Rejects a header name of more than 75 characters with validation_error 422.', async () => {
    await expectRefused({ headers: { ['X'.repeat(76)]: 'x' } }, 'validation_error', '75 characters');
    await expectAccepted({ headers: { ['X'.repeat(75)]: 'x' } });
  });

  it('Rejects more than 50 headers with validation_error 422.', async () => {
    await expectRefused({ headers: headersOf(51) }, 'validation_error', 'headers');
    const headers = headersOf(50);
    expect((await get(await expectAccepted({ headers }))).headers).to.deep.equal(headers);
  });

  it('Rejects headers that are not an object of strings with validation_error 422.', async () => {
    await expectRefused({ headers: [{ name: 'X-A', value: 'x' }] }, 'validation_error', 'headers');
    await expectRefused({ headers: { 'X-A': 5 } }, 'validation_error', 'X-A');
    await expectRefused({ headers: 'X-A: x' }, 'validation_error', 'headers');
  });

  describe('Accepts up to 75 tags whose name and value are 1 to 256 ASCII letters, digits, underscores and hyphens, and rejects others with 422.', () => {
    const refused: [what: string, tags: unknown, name?: ErrorName][] = [
      ['a space in a name', [{ name: 'a b', value: 'v' }]],
      ['a letter that is not ASCII', [{ name: 'ä', value: 'v' }]],
      ['a line break at the end', [{ name: 'a\n', value: 'v' }]],
      ['a colon in a value', [{ name: 'a', value: 'b:c' }]],
      ['an empty name', [{ name: '', value: 'v' }]],
      ['an empty value', [{ name: 'a', value: '' }]],
      ['no name', [{ value: 'v' }], 'missing_required_field'],
      ['no value', [{ name: 'a' }], 'missing_required_field'],
      ['a name of 257 characters', [{ name: 'n'.repeat(257), value: 'v' }]],
      ['a value of 257 characters', [{ name: 'n', value: 'v'.repeat(257) }]],
      ['76 tags', tagsOf(76)],
      ['a text for a tag', ['a']],
      ['an object for the list', { a: 'b' }],
    ];
    for (const [what, tags, name = 'validation_error'] of refused) {
      it(`rejects ${what}`, () => expectRefused({ tags }, name, 'tags'));
    }

    for (const [what, tags] of [
      ['75 tags', tagsOf(75)],
      ['256 characters', [{ name: 'n'.repeat(256), value: 'v'.repeat(256) }]],
      ['every allowed kind of character', [{ name: 'aZ09_-', value: '-_90Za' }]],
    ] as const) {
      it(`accepts ${what}`, async () => {
        expect((await get(await expectAccepted({ tags }))).tags).to.deep.equal(tags);
      });
    }
  });

  describe('Ignores an unknown field of a body.', () => {
    it('in every operation of emails, and in a tag', async () => {
      const id = await expectAccepted({ colour: 'blue', tags: [{ name: 'a', value: 'b', c: 'd' }] });
      expect((await get(id)).tags).to.deep.equal([{ name: 'a', value: 'b' }]);
      const caller = () => app.as(sender.token);
      const pending = await expectAccepted({ scheduled_at: 'in 1 hour' });
      for (const answer of [
        await caller()
          .post('/emails/batch')
          .send([sender.body({ colour: 'blue' })]),
        await caller().patch(`/emails/${pending}`).send({ scheduled_at: 'in 2 hours', colour: 'blue' }),
        await caller().post(`/emails/${pending}/share`).send({ colour: 'blue' }),
        await caller().post(`/emails/${pending}/cancel`).send({ colour: 'blue' }),
      ])
        expect(answer.status, answer.text).to.equal(200);
    });
  });
});
