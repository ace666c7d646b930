// DKIM signatures: the verifier of another library accepts them and detects every change, and errors are thrown.
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect } from 'chai';
import { dkimVerify } from 'mailauth';
import { writeMessage } from '../../../../shared/mail/compose.ts';
import { signMessage } from '../../../../shared/mail/dkim/dkim.ts';
import { dkimRecord, generateDkimKey } from '../../../../shared/mail/dkim/dkim-keys.ts';
import type { HeaderField } from '../../../../shared/mail/header-fields.ts';
import { useRsaSigner } from '../../../support/factories/rsa-signer.ts';

const HEADERS: HeaderField[] = [
  { name: 'From', value: 'hello@sender.test' },
  { name: 'To', value: 'ana@customer.test' },
  { name: 'Cc', value: 'bob@customer.test' },
  { name: 'Reply-To', value: 'help@sender.test' },
  { name: 'Subject', value: 'Your \r\n  order\t17' },
  { name: 'Date', value: 'Tue, 03 Feb 2026 04:05:06 +0000' },
  { name: 'Message-ID', value: '<0190@sender.test>' },
  { name: 'MIME-Version', value: '1.0' },
  { name: 'X-Order', value: '17' },
  { name: 'In-Reply-To', value: '<0180@customer.test>' },
  { name: 'References', value: '<0170@sender.test>\r\n <0180@customer.test>' },
  { name: 'Auto-Submitted', value: 'auto-replied' },
  { name: 'List-Unsubscribe', value: '<https://sender.test/u>' },
  { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  { name: 'CFBL-Address', value: 'fbl@mail.test; report=arf' },
  { name: 'Feedback-ID', value: 'api:sender.test:campaign:abcdefghij' },
  { name: 'Content-Type', value: 'text/plain; charset=utf-8' },
  { name: 'Content-Transfer-Encoding', value: '7bit' },
];
const BODY = 'Hello  Ana, \r\n\r\n\tyour order.\r\n';

/** Bodies and their relaxed canonicalization (RFC 6376 §3.4.4). */
const CANONICAL_BODIES: Record<string, [body: string, canonical: string]> = {
  'of plain lines': ['a\r\nb c\r\n', 'a\r\nb c\r\n'],
  'with runs of white space': ['a  b\tc \t d\r\n', 'a b c d\r\n'],
  'with one tab': ['a\tb\r\n', 'a b\r\n'],
  'with white space at the ends of lines': ['a \r\nb\t\r\n', 'a\r\nb\r\n'],
  'with white space at the starts of lines': ['  a\r\n', ' a\r\n'],
  'with empty lines at its end': ['a\r\n\r\n\r\n', 'a\r\n'],
  'with empty lines and white space at its end': ['a\r\n \r\n\t\r\n', 'a\r\n'],
  'with empty lines within': ['a\r\n\r\n\r\nb\r\n', 'a\r\n\r\n\r\nb\r\n'],
  'without a final line break': ['a', 'a\r\n'],
  'of one letter': ['a\r\n', 'a\r\n'],
  'of empty lines': ['\r\n\r\n', ''],
  'of one empty line': ['\r\n', ''],
  'of white space': [' \r\n', ''],
  'of nothing': ['', ''],
};

/** Changes of a message in transit that the verifier must detect. */
const CHANGES: Record<string, (message: string) => string> = {
  'a changed body': (message) => message.replace('your order.', 'your money.'),
  'a line after the body': (message) => `${message}PS\r\n`,
  'a changed From': (message) => message.replace('hello@', 'hallo@'),
  'a second From': (message) => `From: boss@sender.test\r\n${message}`,
  'a changed To': (message) => message.replace('ana@', 'eve@'),
  'a changed Cc': (message) => message.replace('bob@', 'eve@'),
  'a changed Reply-To': (message) => message.replace('help@', 'eve@'),
  'a changed Subject': (message) => message.replace('order\t17', 'order 18'),
  'a changed Date': (message) => message.replace('2026', '2027'),
  'a changed Message-ID': (message) => message.replace('<0190@', '<0191@'),
  'a changed MIME-Version': (message) => message.replace('Version: 1.0', 'Version: 1.1'),
  'a changed Content-Type': (message) => message.replace('utf-8', 'utf-7'),
  'a changed Content-Transfer-Encoding': (message) => message.replace('7bit', '8bit'),
  'a changed In-Reply-To': (message) => message.replace('In-Reply-To: <0180', 'In-Reply-To: <0181'),
  'a changed References': (message) => message.replace('<0170@', '<0171@'),
  'a changed Auto-Submitted': (message) => message.replace('auto-replied', 'no'),
  'a changed CFBL-Address': (message) => message.replace('fbl@mail', 'fbl@evil'),
  'a changed Feedback-ID': (message) => message.replace(':campaign:', ':other:'),
  'a changed List-Unsubscribe': (message) => message.replace('sender.test/u', 'sender.test/v'),
  'a changed List-Unsubscribe-Post': (message) => message.replace('One-Click', 'Two-Click'),
  'a signature cut short': (message) =>
    message.replace(/==?(\r\nFrom)/, '$1').replace(/.{9}(\r\nFrom)/, '$1'),
};

describe('a DKIM signature', () => {
  const rsaSigner = useRsaSigner();
  let privateKey: KeyObject;
  let record: string;

  before(async () => {
    const pair = await generateDkimKey();
    privateKey = createPrivateKey(pair.privateKeyPem);
    record = dkimRecord(pair.publicKeyBase64);
  });

  const sign = (headers = HEADERS, body = BODY) =>
    signMessage(
      { headers, body: Buffer.from(body) },
      { domain: 'sender.test', selector: 'ph1', privateKey },
      rsaSigner.sign,
    );

  const signed = async (headers = HEADERS, body = BODY) =>
    writeMessage([await sign(headers, body), ...headers], Buffer.from(body)).toString();

  const verify = async (message: string) => {
    const { results } = await dkimVerify(message, { resolver: () => Promise.resolve([[record]]) });
    expect(results).to.have.length(1);
    return results[0]?.status.result;
  };

  it('is accepted by a verifier', async () => {
    expect(await verify(await signed())).to.equal('pass');
  });

  it('survives the changes of white space that servers may make', async () => {
    const message = (await signed())
      .replace('Hello  Ana, ', 'Hello Ana,')
      .replace('Subject: Your', 'Subject:   Your');
    expect(await verify(`${message}\r\n\r\n`)).to.equal('pass');
  });

  for (const [title, change] of Object.entries(CHANGES)) {
    it(`is invalid after ${title}`, async () => {
      const message = await signed();
      const changed = change(message);
      expect(changed).not.to.equal(message);
      expect(await verify(changed)).not.to.equal('pass');
    });
  }

  it('does not cover other fields', async () => {
    expect(await verify((await signed()).replace('X-Order: 17', 'X-Order: 18'))).to.equal('pass');
  });

  it('contains its domain, selector and algorithm, and no length of the body', async () => {
    const tags = tagsOf(await sign());
    expect(tags).to.include({ v: '1', a: 'rsa-sha256', c: 'relaxed/relaxed', d: 'sender.test', s: 'ph1' });
    expect(tags).not.to.have.property('l');
  });

  it('lists each covered field that is present, and From once more', async () => {
    const names = tagsOf(await sign())['h']?.split(':');
    expect(names).to.have.members([
      ...HEADERS.map(({ name }) => name).filter((name) => name !== 'X-Order'),
      'From',
    ]);
    const few = tagsOf(await sign(HEADERS.slice(0, 1)))['h'];
    expect(few).to.equal('From:From');
  });

  it('covers a field that occurs twice, in the order of a verifier', async () => {
    const twice = [...HEADERS, { name: 'list-unsubscribe', value: '<mailto:u@sender.test>' }];
    const message = await signed(twice);
    expect(await verify(message)).to.equal('pass');
    expect(await verify(message.replace('mailto:u', 'mailto:v'))).not.to.equal('pass');
    expect(await verify(message.replace('sender.test/u', 'sender.test/v'))).not.to.equal('pass');
  });

  it('covers UTF-8 in the header', async () => {
    const headers = [
      ...HEADERS.slice(0, 1),
      { name: 'To', value: '用户@customer.test' },
      ...HEADERS.slice(2),
    ];
    expect(await verify(await signed(headers))).to.equal('pass');
  });

  it('covers a field that is folded right after its name', async () => {
    const headers = HEADERS.map((field) =>
      field.name === 'Subject' ? { ...field, value: '\r\n Your order' } : field,
    );
    expect(await verify(await signed(headers))).to.equal('pass');
  });

  it('is folded into short lines', async () => {
    const lines = `DKIM-Signature: ${(await sign()).value}`.split('\r\n');
    expect(Math.max(...lines.map((line) => line.length))).to.be.at.most(78);
  });

  for (const [title, [body, canonical]] of Object.entries(CANONICAL_BODIES)) {
    it(`hashes a body ${title} in relaxed canonicalization`, async () => {
      const hash = createHash('sha256').update(canonical).digest('base64');
      expect(tagsOf(await sign(HEADERS, body))['bh']).to.equal(hash);
      expect(await verify(await signed(HEADERS, body))).to.equal('pass');
    });
  }

  it('is refused with a key that is not RSA', async () => {
    const { privateKey: other } = generateKeyPairSync('ed25519');
    await expectRefused(other, 'A DKIM key must be an RSA key.');
  });

  it('is refused with a public key', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    await expectRefused(publicKey, 'Invalid key object type public, expected private.');
  });

  async function expectRefused(key: KeyObject, message: string) {
    const unsigned = { headers: HEADERS, body: Buffer.from(BODY) };
    const signing = signMessage(
      unsigned,
      { domain: 'sender.test', selector: 'ph1', privateKey: key },
      rsaSigner.sign,
    );
    const error = await signing.then(
      () => expect.fail('It was signed.'),
      (reason: Error) => reason,
    );
    expect(error.message).to.equal(message);
  }
});

/** The tags of a signature, without folding. */
function tagsOf({ value }: HeaderField): Record<string, string> {
  const tags = value.replace(/[\r\n ]/g, '').split(';');
  return Object.fromEntries(
    tags.map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)]),
  );
}
