// Attached messages arrive byte for byte, as lines where they are lines, and as files in base64 where they are not.
import { expect } from 'chai';
import fc from 'fast-check';
import { simpleParser } from 'mailparser';
import { findLineEncoding, isAttachedMessage } from '../../../shared/mail/attached-message.ts';
import { composeMessage } from '../../../shared/mail/compose.ts';
import { CHUNK_BYTES } from '../../../shared/platform/storage/upload-store.ts';
import { mailbox } from './support/mailbox.ts';
import { useDkim } from './support/use-dkim.ts';

/** In chunks of any length, so that a line break may be cut. */
async function* chunksOf(bytes: Buffer, length = CHUNK_BYTES): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += length)
    yield await Promise.resolve(bytes.subarray(start, start + length));
}

const LINE = 'x'.repeat(998);

describe('an attached message', () => {
  const { sign, expectToVerify } = useDkim();

  async function compose(...files: Buffer[]): Promise<{ message: Buffer; isEightBit: boolean }> {
    const attachments = await Promise.all(
      files.map(async (bytes) => ({
        filename: 'a.eml',
        contentType: 'message/rfc822',
        contentId: null,
        disposition: 'attachment' as const,
        size: bytes.length,
        asLines: await findLineEncoding(chunksOf(bytes)),
        read: () => chunksOf(bytes),
      })),
    );
    const composed = composeMessage({
      from: mailbox('ana@sender.test'),
      to: [mailbox('bo@customer.test')],
      subject: 'Forwarded',
      date: new Date('2026-02-03T04:05:06.000Z'),
      messageId: '<0190@sender.test>',
      text: 'See the message',
      attachments,
    });
    const octets = [await sign(composed)];
    for await (const piece of composed.tail?.read() ?? []) {
      expect(String(piece.subarray(-2))).to.equal('\r\n');
      octets.push(piece);
    }
    expect(Buffer.concat(octets.slice(1)).length).to.equal(composed.tail?.size);
    return { message: Buffer.concat(octets), isEightBit: composed.isEightBit };
  }

  /** [its encoding, the message] */
  const MESSAGES: Readonly<Record<string, [string, string]>> = {
    'of ASCII': ['7bit', 'Subject: x\r\n\r\nHello\r\n'],
    'without a line break at its end': ['7bit', 'Subject: x\r\n\r\nHello'],
    'of dots, empty lines and white space': ['7bit', '.\r\n..\r\n\r\n \t \r\n\r\n\r\n'],
    'with a boundary of ours': ['7bit', `--=_${'0'.repeat(32)}--\r\nFrom me\r\n`],
    'of 8 bits': ['8bit', 'Subject: Grüße\r\n\r\nä'],
    'with the longest line': ['7bit', `${LINE}\r\n${LINE}`],
    'that is empty': ['7bit', ''],
    'with a line of 999 octets': ['base64', `${LINE}x\r\n`],
    'with a bare LF': ['base64', 'Subject: x\n\nHello\r\n'],
    'with a bare CR': ['base64', 'a\rb\r\n'],
    'with a CR at its end': ['base64', 'a\r\n\r'],
    'with two CRs': ['base64', 'a\r\r\n'],
    'with NUL': ['base64', 'a\0b\r\n'],
  };

  for (const [title, [encoding, text]] of Object.entries(MESSAGES)) {
    it(`${title} is carried in ${encoding}, byte for byte`, async () => {
      const bytes = Buffer.from(text);
      for (const length of [1, CHUNK_BYTES]) {
        const found = await findLineEncoding(chunksOf(bytes, length));
        expect(found ?? 'base64', `in chunks of ${length}`).to.equal(encoding);
      }
      const { message, isEightBit } = await compose(bytes);
      expect(isEightBit).to.equal(encoding === '8bit');
      await expectToVerify(message);
      const { attachments } = await simpleParser(message);
      expect(attachments.map(({ content }) => String(content))).to.deep.equal([text]);
      const [, part = ''] = message.toString('latin1').split(/\r\nContent-Type: (?=message|application)/);
      expect(part).to.match(encoding === 'base64' ? /^application\/octet-stream;/ : /^message\/rfc822;/);
      expect(part).to.include(`Content-Transfer-Encoding: ${encoding}\r\n`);
    });
  }

  it('makes a multipart 8bit exactly if one of its parts is', async () => {
    const ascii = Buffer.from('a\r\n');
    const eightBit = Buffer.from('ä\r\n');
    const header = async (...files: Buffer[]) =>
      String((await compose(...files)).message).split('\r\n\r\n')[0];
    expect(await header(ascii, eightBit)).to.include('\r\nContent-Transfer-Encoding: 8bit');
    expect(await header(ascii)).not.to.include('\r\nContent-Transfer-Encoding');
  });

  it('arrives unchanged next to others, whatever its lines are', async () => {
    const text = fc
      .array(fc.constantFrom('.', 'a', 'ä ', '\t', '--=_', 'From me', LINE, '\r\n', '\r\n'), { minLength: 1 })
      .map((pieces) => Buffer.from(pieces.join('')));
    const property = fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 3 }), async (files) => {
      const { message } = await compose(...files);
      await expectToVerify(message);
      const { attachments } = await simpleParser(message);
      expect(attachments.map(({ content }) => String(content))).to.deep.equal(files.map(String));
    });
    await fc.assert(property, { numRuns: 100 });
  });

  it('is one by its content type', () => {
    const types = ['message/rfc822', 'Message/RFC822; x=y', 'message/rfc822x', 'message/delivery-status'];
    expect(types.map(isAttachedMessage)).to.deep.equal([true, true, false, false]);
  });
});
