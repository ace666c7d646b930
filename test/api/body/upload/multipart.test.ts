// Multipart bodies: however they are cut into pieces, cut off or damaged.
import { Readable } from 'node:stream';
import { expect } from 'chai';
import fc from 'fast-check';
import { readMultipart } from '../../../../api/body/upload/multipart.ts';
import { DomainError } from '../../../../shared/contract/domain-error.ts';
import { failureOf } from '../../../support/failure-of.ts';

const TYPE = 'multipart/form-data; boundary=b';
const FILE = 'email\r\nbo@x.dev\r\n--a is no boundary\r\n';
const BODY = [
  '--b\r\nContent-Disposition: form-data; name="map"\r\n\r\n{"email":"Mail"}\r\n',
  `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${FILE}\r\n`,
  '--b\r\nContent-Disposition: form-data; name="mode"\r\n\r\nskip\r\n--b--\r\n',
].join('');

/** Reads a body that comes in pieces. */
async function read(pieces: readonly Buffer[], maxBytes = 1_000) {
  let file = '';
  const store = async (stream: AsyncIterable<Buffer>) => {
    for await (const piece of stream) file += piece.toString('latin1');
  };
  const fields = await readMultipart(
    Readable.from(pieces),
    TYPE,
    { field: 'file', maxBytes, store },
    (bytes) => JSON.parse(String(bytes)),
  );
  return { file, fields };
}

/** Cuts a text at these places. */
function piecesOf(text: string, places: readonly number[]): Buffer[] {
  const cuts = [0, ...[...places].sort((a, b) => a - b), text.length];
  return cuts.slice(1).map((end, index) => Buffer.from(text.slice(cuts[index], end), 'latin1'));
}

const places = fc.array(fc.nat(BODY.length), { maxLength: 10 });

describe('a multipart body', () => {
  it('is the same however it is cut into pieces', async () => {
    const whole = { file: FILE, fields: { map: { email: 'Mail' }, mode: 'skip' } };
    await fc.assert(
      fc.asyncProperty(places, async (cuts) => {
        expect(await read(piecesOf(BODY, cuts))).to.deep.equal(whole);
      }),
    );
  });

  it('is read or refused when it is damaged, and never does anything else', async () => {
    const damage = fc.record({
      at: fc.nat(BODY.length),
      cut: fc.nat(40),
      text: fc.string({ maxLength: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(damage, places, async ({ at, cut, text }, cuts) => {
        const damaged = BODY.slice(0, at) + text + BODY.slice(at + cut);
        try {
          await read(piecesOf(damaged, cuts));
        } catch (error) {
          if (!(error instanceof SyntaxError)) expect(error).to.be.instanceOf(DomainError);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is refused when its file is larger than allowed, also by one byte', async () => {
    const pieces = piecesOf(BODY, [200]);
    expect((await read(pieces, FILE.length)).file).to.equal(FILE);
    const failure = await failureOf(read(pieces, FILE.length - 1));
    expect(failure).to.include({ name: 'validation_error' });
    expect(failure.message).to.include('at most');
  });

  it('fails with the error of the store', async () => {
    const broken = new Error('The store is broken.');
    const store = () => Promise.reject(broken);
    const beginning = Buffer.from(BODY.slice(0, 200));
    const rest = Array.from({ length: 100 }, () => Buffer.alloc(100_000, 'x'));
    const reading = readMultipart(
      Readable.from([beginning, ...rest]),
      TYPE,
      { field: 'file', maxBytes: 1e9, store },
      () => ({}),
    );
    expect(await failureOf(reading)).to.equal(broken);
  });
});
