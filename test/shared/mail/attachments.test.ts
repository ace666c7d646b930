// Attachments arrive unchanged: messages with random files are composed, signed, parsed by two libraries and verified
// by a third one. A failure prints the seed and the smallest email that fails.
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';
import type { MessageAttachment } from '../../../shared/mail/attachment-part.ts';
import { composeMessage, type MessageInput, writeMessage } from '../../../shared/mail/compose.ts';
import { guessContentType, isAttachableType } from '../../../shared/mail/content-types.ts';
import { CHUNK_BYTES } from '../../../shared/platform/storage/upload-store.ts';
import { mailbox } from './support/mailbox.ts';
import { useDkim } from './support/use-dkim.ts';

const EMAILS = 300;
/** Sizes at which a line, a group of base64 or a chunk ends. */
const EDGES = [0, 1, 2, 3, 56, 57, 58, 113, 114, 115, 5_000];
// biome-ignore format: a table.
const FILENAMES = [
  'report.pdf', 'Rechnung März.pdf', '請求書 2026.xlsx', 'отчёт.docx', `${'long name '.repeat(20)}.txt`,
  `${'長い名前'.repeat(50)}.txt`, '😀 party 🎉.png', 'quoted "name".txt', 'back\\slash;semi=colon.txt',
  "it's 100%.txt", '=?UTF-8?Q?not_a_word?=.txt', 'a  b   c.txt', 'noending',
  'x'.repeat(255),
];

interface RandomFile {
  filename: string;
  contentType: string;
  bytes: Buffer;
}

const file: fc.Arbitrary<RandomFile> = fc.record({
  filename: fc.oneof(
    fc.constantFrom(...FILENAMES),
    fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .map((name) => name.replace(/[\p{Cc}\p{Surrogate}]/gu, '').trim())
      .filter((name) => name !== ''),
  ),
  contentType: fc.constantFrom(
    'application/pdf',
    'image/png',
    'text/csv; charset=utf-8',
    'application/vnd.acme; version=1',
  ),
  bytes: fc
    .oneof(fc.constantFrom(...EDGES), fc.integer({ min: 0, max: 3_000 }))
    .chain((length) =>
      fc.uint8Array({ minLength: length, maxLength: length }).map((octets) => Buffer.from(octets)),
    ),
});

describe('a message with attachments', () => {
  const { sign, expectToVerify } = useDkim();

  async function write(input: Partial<MessageInput>): Promise<Buffer> {
    const message = composeMessage({
      from: mailbox('ana@sender.test'),
      to: [mailbox('bo@customer.test')],
      subject: 'Files',
      date: new Date('2026-02-03T04:05:06.000Z'),
      messageId: '<0190@sender.test>',
      text: 'See the files',
      ...input,
    });
    const octets = [await sign(message)];
    const unsigned = writeMessage(message.headers, message.body).length;
    let tailLength = 0;
    for await (const piece of message.tail?.read() ?? []) {
      expect(String(piece.subarray(-2))).to.equal('\r\n');
      octets.push(piece);
      tailLength += piece.length;
    }
    expect(message.tail?.size ?? 0).to.equal(tailLength);
    expect(message.size).to.equal(unsigned + tailLength);
    return Buffer.concat(octets);
  }

  it(`contains every file unchanged, ${EMAILS} times`, async () => {
    const email = fc.record({
      text: fc.constantFrom(undefined, 'Hello', 'Grüße  \n\n\n', '\t tabs\t\n'),
      html: fc.constantFrom(undefined, '<p>Hello</p>', '<p>Grüße  </p>\n\n'),
      files: fc.array(file, { minLength: 1, maxLength: 5 }),
    });
    const property = fc.asyncProperty(email, async ({ text, html, files }) => {
      const message = await write({ text, html, attachments: files.map((each) => attachment(each)) });
      expectTransportable(message);
      await expectToVerify(message);
      const byMailparser = await simpleParser(message);
      expect(
        byMailparser.attachments.map(({ filename, content }) => [filename, content.toString('hex')]),
      ).to.deep.equal(files.map(({ filename, bytes }) => [filename, bytes.toString('hex')]));
      const byPostalMime = await PostalMime.parse(message);
      expect(
        byPostalMime.attachments.map(({ filename, mimeType, content }) => [filename, mimeType, hex(content)]),
      ).to.deep.equal(
        files.map(({ filename, contentType, bytes }) => [
          filename,
          contentType.split(';')[0],
          bytes.toString('hex'),
        ]),
      );
    });
    await fc.assert(property, { numRuns: EMAILS });
  });

  it('contains a file of several chunks of the store unchanged', async () => {
    const bytes = randomBytes(2 * CHUNK_BYTES + 1);
    const message = await write({
      attachments: [attachment({ filename: 'a.bin', contentType: 'application/zip', bytes })],
    });
    await expectToVerify(message);
    expect((await simpleParser(message)).attachments[0]?.content.equals(bytes)).to.equal(true);
  });

  it('says what a file says of itself (RFC 2183), and keeps the parameters of its type', async () => {
    const contentType = 'text/csv; charset=windows-1252; header=present';
    const file = attachment({ filename: 'a.csv', contentType, bytes: Buffer.from('a') });
    const message = (await write({ attachments: [{ ...file, description: 'Umsätze' }] })).toString();
    expect(message).to.match(/\r\nContent-Description: =\?utf-8\?[BQ]\?Ums=C3=A4tze\?=\r\n/i);
    expect(message).to.match(
      /\r\nContent-Type: text\/csv; charset=windows-1252; header=present;\s+name="a\.csv"/,
    );
  });

  it('puts an image that the html shows into multipart/related, and other files into multipart/mixed', async () => {
    const image = { filename: 'logo.png', contentType: 'image/png', bytes: Buffer.from('png') };
    const message = await write({
      html: '<img src="cid:logo"><img src="cid:sp%20ace">',
      attachments: [
        attachment(image, { contentId: 'logo', disposition: 'inline' }),
        attachment({ ...image, filename: 'unused.png' }, { contentId: 'unused', disposition: 'inline' }),
        attachment({ ...image, filename: 'space.png' }, { contentId: 'sp ace', disposition: 'inline' }),
        attachment({ ...image, filename: 'terms.pdf', contentType: 'application/pdf' }),
      ],
    });
    const types = [...message.toString().matchAll(/^Content-Type: ([^;]+)/gm)].map(([, type]) => type);
    expect(types).to.deep.equal([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'multipart/related',
      'text/html',
      'image/png',
      'image/png',
      'image/png',
      'application/pdf',
    ]);
    const mail = await simpleParser(message, { keepCidLinks: true });
    expect(
      mail.attachments.map(({ filename, cid, contentDisposition, related }) => [
        filename,
        cid,
        contentDisposition,
        related,
      ]),
    ).to.deep.equal([
      ['logo.png', 'logo', 'inline', true],
      ['space.png', 'sp ace', 'inline', true],
      ['unused.png', 'unused', 'inline', undefined],
      ['terms.pdf', undefined, 'attachment', undefined],
    ]);
    await expectToVerify(message);
  });

  it('is the same each time it is read', async () => {
    const attachments = [
      attachment({ filename: 'a.txt', contentType: 'text/plain', bytes: Buffer.from('a') }),
    ];
    expect(String(await write({ attachments }))).to.equal(String(await write({ attachments })));
  });
});

describe('the type of a file', () => {
  for (const [filename, type] of [
    ['a.pdf', 'application/pdf'],
    ['A.PDF', 'application/pdf'],
    ['a.tar.gz', 'application/gzip'],
    ['photo.jpeg', 'image/jpeg'],
    ['a', 'application/octet-stream'],
    ['a.', 'application/octet-stream'],
    ['.constructor', 'application/octet-stream'],
    ['a.unheard', 'application/octet-stream'],
  ] as const) {
    it(`is guessed as ${type} for ${filename}`, () => {
      expect(guessContentType(filename)).to.equal(type);
      expect(isAttachableType(type)).to.equal(true);
    });
  }

  it('must not be malformed', () => {
    // biome-ignore format: a table.
    const malformed = [
      '', 'text', 'text/', 'multipart/mixed', 'Multipart/related; boundary=x', 'text/plain\r\nX: y',
      'text/plain; name="a\r\n"', 'text/plain; x', 'text/plain;', 'text/plän', 'text/plain, text/html',
    ];
    for (const type of malformed) expect(isAttachableType(type), type).to.equal(false);
  });
});

function attachment(
  { filename, contentType, bytes }: RandomFile,
  changes: Partial<MessageAttachment> = {},
): MessageAttachment {
  return {
    filename,
    contentType,
    contentId: null,
    disposition: 'attachment',
    size: bytes.length,
    async *read() {
      for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
        yield await Promise.resolve(bytes.subarray(start, start + CHUNK_BYTES));
    },
    ...changes,
  };
}

function hex(content: string | ArrayBuffer | Uint8Array): string {
  return Buffer.from(content as Uint8Array).toString('hex');
}

function expectTransportable(message: Buffer): void {
  const text = message.toString('latin1');
  expect(text).to.match(/^[\t\r\n\x20-\x7e]*$/);
  const lines = text.split('\r\n');
  expect(lines.join('')).not.to.match(/[\r\n]/);
  const header = lines.filter((line) => /^[A-Z][\w-]+: | [\w*]+=/.test(line));
  expect(Math.max(...header.map((line) => line.length))).to.be.at.most(998);
  expect(Math.max(...lines.map((line) => line.length))).to.be.at.most(998);
}
