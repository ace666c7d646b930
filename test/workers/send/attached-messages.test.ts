// Sending messages as files: as they are where the server takes them, else as files of unknown type
// (docs/reference/attachments.md#sending-files).
import { expect } from 'chai';
import { simpleParser } from 'mailparser';
import { createUploadStore } from '../../../shared/platform/storage/upload-store.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import type { NewAttachment } from '../../../shared/resources/messaging/emails/attachments/attachment.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import type { SinkMessage } from '../../support/smtp-sink/smtp-sink.ts';
import { type Sending, useSending } from './support/use-sending.ts';

const ASCII = 'Subject: x\r\n\r\n.\r\n\r\nHello';
const EIGHT_BIT = 'Subject: x\r\n\r\nGrüße\r\n';

async function stored(sending: Sending, text: string, contentType: string): Promise<NewAttachment> {
  const store = createUploadStore({ database: sending.pool, ids: createIds(sending.clock) });
  const writer = store.create();
  await writer.write(Buffer.from(text));
  const fields = { filename: 'a.eml', contentId: null, disposition: 'attachment' as const };
  return { ...fields, contentType, content: await writer.end(), path: null };
}

/** Sends files of one type to two recipients. @returns the messages, each of which is signed and has the files unchanged */
async function send(sending: Sending, texts: string[], contentType = 'message/rfc822') {
  const job = await sending.openJob();
  const attachments = await Promise.all(texts.map((text) => stored(sending, text, contentType)));
  const id = await sending.accept({ attachments, to: mailboxes('bo@customer.dev', 'cy@customer.dev') });
  await job.run(id);
  const messages = await sending.sink.waitFor(2);
  for (const message of messages) {
    const { attachments: arrived } = await simpleParser(message.raw);
    expect(arrived.map(({ content }) => String(content))).to.deep.equal(texts);
    expect(await sending.verify(message)).to.equal('pass');
  }
  await sending.whenStatus(id, 'delivered');
  return messages;
}

/** The type and the encoding of each file. */
function partsOf({ raw }: SinkMessage): string[] {
  const pattern = /^Content-Type: ([^;]+);\s+name="a.eml"\r\nContent-Transfer-Encoding: (\w+)/gm;
  return [...raw.toString('latin1').matchAll(pattern)].map(([, type, encoding]) => `${type} ${encoding}`);
}

const declared = (messages: readonly SinkMessage[]) =>
  messages.map(({ parameters }) => parameters.includes('BODY=8BITMIME'));

describe('A message as a file', () => {
  describe('at a server that offers 8BITMIME', () => {
    const sending = useSending();

    it('Sends a file whose content_type is `message/rfc822` as it is, in 7bit or 8bit.', async () => {
      const ascii = await send(sending, [ASCII]);
      expect(ascii.map(partsOf)).to.deep.equal(Array(2).fill(['message/rfc822 7bit']));
      expect(declared(ascii)).to.deep.equal([false, false]);
      sending.sink.clear();
      const both = await send(sending, [ASCII, EIGHT_BIT]);
      expect(both.map(partsOf)).to.deep.equal(Array(2).fill(['message/rfc822 7bit', 'message/rfc822 8bit']));
      expect(declared(both)).to.deep.equal([true, true]);
    });

    it('Sends a file of another type `message/…`, and a message that has a bare CR or LF, NUL or a line of more than 998 octets, as application/octet-stream.', async () => {
      const [first] = await send(sending, [ASCII], 'message/delivery-status');
      expect(first && partsOf(first)).to.deep.equal(['application/octet-stream base64']);
      sending.sink.clear();
      const odd = ['a\nb\r\n', 'a\rb\r\n', 'a\0\r\n', `${'x'.repeat(999)}\r\n`];
      const [second] = await send(sending, odd);
      expect(second && partsOf(second)).to.deep.equal(odd.map(() => 'application/octet-stream base64'));
    });
  });

  describe('at a server that does not offer 8BITMIME', () => {
    const sending = useSending({ extensions: { eightBitMime: false, smtpUtf8: false } });

    it('Sends a message of 8 bits as application/octet-stream, in base64, to a server that does not offer 8BITMIME.', async () => {
      const messages = await send(sending, [ASCII, EIGHT_BIT]);
      const expected = ['message/rfc822 7bit', 'application/octet-stream base64'];
      expect(messages.map(partsOf)).to.deep.equal([expected, expected]);
      for (const { raw } of messages) expect(raw.toString('latin1')).to.match(/^[\t\r\n\x20-\x7e]*$/);
    });
  });
});
