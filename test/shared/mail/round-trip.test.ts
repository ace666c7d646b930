// Messages arrive unchanged: random emails are composed, signed, parsed by one library and verified by another. A
// failure prints the seed and the smallest email that fails.
import { domainToASCII } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import { type AddressObject, simpleParser } from 'mailparser';
import PostalMime, { decodeWords } from 'postal-mime';
import { composeMessage, writeMessage } from '../../../shared/mail/compose.ts';
import { createMessageId } from '../../../shared/mail/header-fields.ts';
import { extent } from '../../support/extent.ts';
import { mailbox } from './support/mailbox.ts';
import { type RandomEmail, randomEmail } from './support/random-email.ts';
import { useDkim } from './support/use-dkim.ts';

const EMAILS = extent('ROUND_TRIP_EMAILS', 400, 20_000);
const TIMEOUT_MS = 600_000;

const DATE = new Date('2026-02-03T04:05:06.000Z');
/** Switches off the changes that the parser makes to a body in addition to decoding it. */
const AS_SENT = { keepCidLinks: true, skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true };

describe('a random email', () => {
  const { sign, expectToVerify } = useDkim();

  it(`arrives unchanged, ${EMAILS} times`, async function () {
    this.timeout(TIMEOUT_MS);
    let arrived = 0;
    const property = fc.asyncProperty(randomEmail, async (email) => {
      const message = await send(email);
      await expectToArrive(email, message);
      await expectToVerify(message);
      arrived += 1;
    });
    await fc.assert(property, { numRuns: EMAILS });
    expect(arrived).to.equal(EMAILS);
  });

  async function send(email: RandomEmail): Promise<Buffer> {
    const message = composeMessage({
      ...email,
      from: mailbox(email.from.text),
      to: email.to.map(({ text }) => mailbox(text)),
      cc: email.cc.map(({ text }) => mailbox(text)),
      replyTo: email.replyTo.map(({ text }) => mailbox(text)),
      date: DATE,
      messageId: createMessageId('0190d3a1-0000-7000-8000-000000000000', 'sender.test'),
    });
    const octets = writeMessage(message.headers, message.body);
    expect(octets.length).to.equal(message.size);
    return await sign(message);
  }
});

async function expectToArrive(email: RandomEmail, message: Buffer) {
  expectTransportable(message, email);
  const mail = await simpleParser(message, AS_SENT);
  expect(addresses(mail.from)).to.deep.equal([shown(email.from)]);
  expect(addresses(mail.to)).to.deep.equal(email.to.map(shown));
  expect(addresses(mail.cc)).to.deep.equal(email.cc.map(shown));
  expect(addresses(mail.replyTo)).to.deep.equal(email.replyTo.map(shown));
  expect(mail.subject ?? '').to.equal(email.subject.trim());
  expect(mail.date).to.deep.equal(DATE);
  expect(mail.messageId).to.equal('<0190d3a1-0000-7000-8000-000000000000@sender.test>');
  await expectHeadersToArrive(email, message);
  expect(body(mail.text)).to.equal(body(email.text));
  expect(body(mail.html || undefined)).to.equal(body(email.html));
  expect(mail.attachments).to.deep.equal([]);
}

/** mailparser does not decode unknown header fields, so another parser reads these, and the subject again. */
async function expectHeadersToArrive({ subject, headers }: RandomEmail, message: Buffer) {
  const mail = await PostalMime.parse(message);
  const arrived = new Map(mail.headers.map(({ originalKey, value }) => [originalKey, decodeWords(value)]));
  for (const [name, value] of Object.entries({ Subject: subject, ...headers })) {
    expect(arrived.get(name), name).to.equal(value.trim());
  }
}

/** Rules of SMTP that a tolerant parser does not check. */
function expectTransportable(message: Buffer, { from, to, cc, replyTo }: RandomEmail) {
  const text = message.toString('latin1');
  const lines = text.split('\r\n');
  expect(lines.at(-1)).to.equal('');
  expect(Math.max(...lines.map((line) => line.length))).to.be.at.most(998);
  expect(text.replaceAll('\r\n', '')).not.to.match(/[\r\n\0]/);
  const international = [from, ...to, ...cc, ...replyTo].some(({ address }) => /[^\0-\x7f]/.test(address));
  if (!international) expect(text).to.match(/^[\t\r\n\x20-\x7e]*$/);
}

/** A parser shows an international domain in Unicode. */
function addresses(field: AddressObject | AddressObject[] | undefined) {
  return [field ?? []].flat().flatMap(({ value }) =>
    value.map(({ name, address = '' }) => {
      const at = address.lastIndexOf('@');
      return { name, address: address.slice(0, at + 1) + domainToASCII(address.slice(at + 1)) };
    }),
  );
}

function shown({ name, address }: { name: string; address: string }) {
  return { name, address };
}

/** Line breaks are CRLF in mail, and the last line of a message has one. */
function body(text: string | undefined): string {
  return (text ?? '').replace(/\r\n?|\n/g, '\n').replace(/\n$/, '');
}
