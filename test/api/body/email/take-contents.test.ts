// The spellings of a file in JSON (property-based test): the same bytes give the same stored content and the same
// digest, wherever the body is cut and whatever white space it has (docs/reference/attachments.md#files-as-numbers).
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { RequestContents } from '../../../../api/body/email/contents.ts';
import { takeContents } from '../../../../api/body/email/take-contents.ts';
import type { UploadStore } from '../../../../shared/platform/storage/upload-store.ts';
import { cutAt } from './cut-at.ts';

/** A store in memory. */
function createStore(): { store: UploadStore; bytesOf: (id: string) => Buffer } {
  const stored: Buffer[][] = [];
  const create = () => {
    const pieces: Buffer[] = [];
    const id = String(stored.push(pieces) - 1);
    return {
      id,
      write: (bytes: Buffer) => Promise.resolve(void pieces.push(Buffer.from(bytes))),
      end: () => Promise.resolve({ id, size: Buffer.concat(pieces).length }),
    };
  };
  const read = () => expect.fail('Nothing is read.');
  return { store: { create, read }, bytesOf: (id) => Buffer.concat(stored[Number(id)] ?? []) };
}

/** Spelling → the tokens of the JSON. */
const SPELLINGS: Record<string, (bytes: Buffer) => string[]> = {
  base64: (bytes) => [JSON.stringify(bytes.toString('base64'))],
  'a list': listOf,
  'a Buffer': (bytes) => ['{', '"type"', ':', '"Buffer"', ',', '"data"', ':', ...listOf(bytes), '}'],
  'a Buffer whose type is last': (bytes) => [
    '{',
    '"d\\u0061ta"',
    ':',
    ...listOf(bytes),
    ',',
    '"type"',
    ':',
    '"B\\u0075ffer"',
    '}',
  ],
};

function listOf(bytes: Buffer): string[] {
  return ['[', ...[...bytes].flatMap((byte, index) => (index === 0 ? [`${byte}`] : [',', `${byte}`])), ']'];
}

describe('Stores the same file whether its content is base64, a list of bytes or a Buffer.', () => {
  for (const [name, spell] of Object.entries(SPELLINGS)) {
    it(name, async () => {
      const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\r', '\n'), maxLength: 2 });
      const spaces = fc.array(fc.oneof({ weight: 2, arbitrary: fc.constant('') }, space), { minLength: 1 });
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.uint8Array({ maxLength: 60 }), { minLength: 1, maxLength: 3 }),
          spaces,
          fc.array(fc.nat(), { maxLength: 20 }),
          async (files, between, cuts) => {
            const tokens = files.map((bytes) => ['{', '"content"', ':', ...spell(Buffer.from(bytes)), '}']);
            const separated = tokens.flatMap((each, index) => (index === 0 ? each : [',', ...each]));
            const all = ['{', '"attachments"', ':', '[', ...separated, ']', ',', '"after"', ':', '1', '}'];
            const json = all.map((token, index) => token + between[index % between.length]).join('');
            const { store, bytesOf } = createStore();
            const contents = new RequestContents(store);
            const rest = Buffer.concat(await takeContents(cutAt(Buffer.from(json), cuts), contents));
            const digests = files.map(
              (bytes) => `sha256-${createHash('sha256').update(bytes).digest('hex')}`,
            );
            expect(JSON.parse(String(rest))).to.deep.equal({
              attachments: digests.map((content) => ({ content })),
              after: 1,
            });
            const stored = digests.map((digest) => contents.find(digest));
            expect(stored.map((content) => content?.size)).to.deep.equal(files.map(({ length }) => length));
            expect(stored.map((content) => bytesOf(content?.id ?? ''))).to.deep.equal(
              files.map((bytes) => Buffer.from(bytes)),
            );
          },
        ),
        { numRuns: 500 },
      );
    });
  }
});
