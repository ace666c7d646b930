// Messages that are kept as they arrived: what is read of them in one pass, however the stored octets are cut.
import { Readable } from 'node:stream';
import { expect } from 'chai';
import fc from 'fast-check';
import { hashBody } from '../../../../shared/mail/dkim/dkim-body.ts';
import { UnsendableMessageError } from '../../../../shared/mail/encodings/whole-lines.ts';
import { openKeptMessage } from '../../../../shared/mail/kept/kept-message.ts';
import { CHUNK_BYTES } from '../../../../shared/platform/storage/upload-store.ts';
import { extent } from '../../../support/extent.ts';
import { failureOf } from '../../../support/failure-of.ts';

const RUNS = extent('KEPT_MESSAGES', 300, 5_000);

function inPieces(octets: Buffer, lengths: readonly number[]): AsyncIterable<Buffer> {
  const pieces: Buffer[] = [];
  let start = 0;
  for (const length of lengths) {
    pieces.push(octets.subarray(start, start + length));
    start += length;
  }
  return Readable.from([...pieces, octets.subarray(start)]);
}

/** Opens a message that is stored as the store does it. */
async function open(text: string) {
  const octets = Buffer.from(text, 'latin1');
  const lengths = Array(Math.floor(octets.length / CHUNK_BYTES)).fill(CHUNK_BYTES);
  const { body, ...kept } = await openKeptMessage(() => inPieces(octets, lengths));
  return { ...kept, header: kept.header.toString('latin1'), body: await gather(body) };
}

async function gather(body: Buffer | { read(): AsyncIterable<Buffer> }): Promise<string> {
  if (Buffer.isBuffer(body)) return body.toString('latin1');
  const pieces: Buffer[] = [];
  for await (const piece of body.read()) {
    expect(piece.at(-1)).to.equal(0x0a);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('latin1');
}

describe('a message that is kept', () => {
  it('has the header and the body that its first empty line separates', async () => {
    const { header, body, fields, isEightBit } = await open(
      'From: a\r\n\tb\r\nSubject:x \r\n\r\nHi\r\n\r\n.\r\n',
    );
    expect({ header, body, isEightBit }).to.deep.equal({
      header: 'From: a\r\n\tb\r\nSubject:x \r\n',
      body: 'Hi\r\n\r\n.\r\n',
      isEightBit: false,
    });
    expect(fields).to.deep.equal([
      { name: 'From', value: ' a\r\n\tb' },
      { name: 'Subject', value: 'x ' },
    ]);
  });

  it('may have no body, no final line break, no header, or nothing at all', async () => {
    expect(await open('A: 1\r\nB: 2')).to.include({ header: 'A: 1\r\nB: 2\r\n', body: '' });
    expect(await open('A: 1\r\n\r\n')).to.include({ header: 'A: 1\r\n', body: '' });
    expect(await open('A: 1\r\n\r\nHi')).to.include({ header: 'A: 1\r\n', body: 'Hi\r\n' });
    expect(await open('\r\nHi')).to.include({ header: '', body: 'Hi\r\n' });
    expect(await open('')).to.include({ header: '', body: '' });
  });

  it('has the fields that a verifier finds: names with white space before the colon, and no lines without a name', async () => {
    const { fields } = await open('From me\r\n x\r\nA : 1\r\n: 2\r\nno field\r\n more\r\nB:\r\n\r\n');
    expect(fields).to.deep.equal([
      { name: 'A', value: ' 1' },
      { name: 'B', value: '' },
    ]);
  });

  it('is of 8 bits when its header or any part of its body is', async () => {
    expect((await open('A: é\r\n\r\nHi\r\n')).isEightBit).to.equal(true);
    expect((await open(`A: 1\r\n\r\n${'x\r\n'.repeat(200_000)}é\r\n`)).isEightBit).to.equal(true);
  });

  it('cannot be sent with a line break that is not CRLF, or with a header or a line of more than 1 MiB', async () => {
    const odd = ['A: 1\n\r\n', 'A: 1\r\n\r\na\nb\r\n', 'A: 1\r\n\r\na\rb\r\n', 'A: 1\r\n\r\na\r\r\n', '\r'];
    const long = 'x'.repeat(1.5 * 1024 * 1024);
    const large = `${'A: 1\r\n'.repeat(200_000)}\r\n`;
    for (const text of [...odd, `A: ${long}`, `A: 1\r\n\r\n${long}\r\n`, large]) {
      const failure = await failureOf(open(text));
      expect(failure, text.slice(0, 20)).to.be.instanceOf(UnsendableMessageError);
    }
  });

  it('is read the same however its octets are cut, and its body is hashed as one in memory', async () => {
    const line = fc.constantFrom('', ' ', '\t', 'a', 'a  b ', '.', '\xe9', 'x'.repeat(100_000));
    const message = fc.record({
      header: fc.array(fc.constantFrom('A: 1', 'From: a', ' b', 'no field'), { minLength: 1, maxLength: 5 }),
      lines: fc.array(line, { maxLength: 12 }),
      isEnded: fc.boolean(),
      lengths: fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(message, async ({ header, lines, isEnded, lengths }) => {
        const ended = isEnded || lines.at(-1) === '' || lines.length === 0;
        const body = Buffer.from(lines.map((text) => `${text}\r\n`).join(''), 'latin1');
        const top = `${header.join('\r\n')}\r\n\r\n`;
        const octets = Buffer.concat([Buffer.from(top), ended ? body : body.subarray(0, -2)]);
        const kept = await openKeptMessage(() => inPieces(octets, lengths));
        expect(kept.header.toString()).to.equal(`${header.join('\r\n')}\r\n`);
        expect(await gather(kept.body)).to.equal(body.toString('latin1'));
        expect(kept.bodyHash).to.equal(hashBody(body));
        if (!Buffer.isBuffer(kept.body)) expect(kept.body.size).to.equal(body.length);
      }),
      { numRuns: RUNS },
    );
  });
});
