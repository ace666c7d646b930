// The streaming JSON scanner and the base64 decoder of attachments, against JSON.parse and Buffer (property-based
// tests): whatever a body contains and wherever it is cut into chunks, the scanner extracts the contents and leaves the
// rest.
import { expect } from 'chai';
import fc from 'fast-check';
import { Base64Decoder, Base64Error } from '../../../../api/body/email/base64-decoder.ts';
import { ContentScanner } from '../../../../api/body/email/content-scanner.ts';

/** Scans a body chunk by chunk; each content is replaced by its number. */
function scan(pieces: Buffer[]): { rest: string; contents: string[]; indexes: number[] } {
  const scanner = new ContentScanner();
  const rest: Buffer[] = [];
  const contents: string[] = [];
  const indexes: number[] = [];
  let content: Buffer[] = [];
  for (const piece of pieces) {
    for (const found of scanner.push(piece)) {
      if (found.kind === 'rest') rest.push(found.bytes);
      else if (found.kind === 'content') content.push(found.bytes);
      else {
        rest.push(Buffer.from(String(contents.length)));
        contents.push(String(Buffer.concat(content)));
        indexes.push(scanner.index);
        content = [];
      }
    }
  }
  return { rest: String(Buffer.concat(rest)), contents, indexes };
}

function cutAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

const nasty = fc.constantFrom(
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  'attachments',
  'content',
  '\\"',
  'é',
  '😀',
  '\n',
);
const text = fc.oneof(
  fc.array(nasty, { maxLength: 8 }).map((parts) => parts.join('')),
  fc.string(),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.constant(null),
    fc.boolean(),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('any'), { maxLength: 3 }),
  object: fc.dictionary(fc.oneof(fc.constantFrom('content', 'attachments', 'html'), text), tie('any'), {
    maxKeys: 4,
  }),
})).any;
const file = fc.record(
  { content: fc.oneof(text, value), filename: text, other: value },
  { requiredKeys: [] },
);
const body = fc.record(
  {
    html: text,
    content: text,
    attachments: fc.oneof(fc.array(fc.oneof(file, value), { maxLength: 4 }), value),
    other: value,
  },
  { requiredKeys: [] },
);

/** The contents that the scanner must find, read from the parsed body. */
function expectedContents(parsed: unknown): { content: string; index: number }[] {
  const { attachments } = (parsed ?? {}) as { attachments?: unknown };
  if (!Array.isArray(attachments)) return [];
  let index = -1;
  return attachments.flatMap((each: unknown) => {
    if (typeof each !== 'object' || each === null) return [];
    index += 1;
    const { content } = each as { content?: unknown };
    return !Array.isArray(each) && typeof content === 'string' ? [{ content, index }] : [];
  });
}

describe('The scanner of a body', () => {
  it('extracts exactly the contents of attachments, wherever the body is cut', () => {
    fc.assert(
      fc.property(
        body,
        fc.array(fc.nat(), { maxLength: 20 }),
        fc.constantFrom(0, 2),
        (given, cuts, indent) => {
          const json = JSON.stringify(given, null, indent);
          const { rest, contents, indexes } = scan(cutAt(Buffer.from(json), cuts));
          const expected = expectedContents(JSON.parse(json));
          expect(contents.map((content) => JSON.parse(`"${content}"`))).to.deep.equal(
            expected.map(({ content }) => content),
          );
          expect(indexes).to.deep.equal(expected.map(({ index }) => index));
          let number = 0;
          const replaced = structuredClone(JSON.parse(json)) as { attachments?: { content?: unknown }[] };
          if (expected.length > 0) {
            for (const each of replaced.attachments ?? [])
              if (
                typeof each === 'object' &&
                each !== null &&
                !Array.isArray(each) &&
                typeof each.content === 'string'
              )
                each.content = String(number++);
          }
          expect(JSON.parse(rest)).to.deep.equal(replaced);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('never turns invalid JSON into valid JSON', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ':', ',', 'a', ' ') }),
        (broken) => {
          const bytes = Buffer.from(`{"attachments":[{"content":${broken}`);
          const { rest } = scan([bytes]);
          expect(isJson(rest)).to.equal(isJson(String(bytes)));
        },
      ),
      { numRuns: 3_000 },
    );
  });
});

describe('The base64 decoder of a content', () => {
  const decode = (pieces: Buffer[]) => {
    const decoder = new Base64Decoder();
    return Buffer.concat([...pieces.map((piece) => decoder.push(piece)), decoder.end()]);
  };

  it('decodes what was encoded, however it is escaped and cut', () => {
    const escapes: [RegExp, string][] = [
      [/$^/g, ''],
      [/\//g, '\\/'],
      [/[/+]/g, '\\u002b'],
      [/.{8}/g, '$&\\r\\n'],
    ];
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom(...escapes),
        fc.array(fc.nat(), { maxLength: 20 }),
        (bytes, [place, replacement], cuts) => {
          const base64 = Buffer.from(bytes).toString('base64');
          const escaped = Buffer.from(base64.replace(place, replacement));
          const decoded = decode(cutAt(escaped, cuts));
          const expected = Buffer.from(JSON.parse(`"${escaped}"`), 'base64');
          expect(decoded.equals(expected)).to.equal(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('rejects one wrong character anywhere', () => {
    const base64 = Buffer.alloc(99, 'abc').toString('base64');
    for (const wrong of ['!', '-', '_', ' ', '=', 'ä', '\\\\', '\\"', '\\u00e4', '\\x', '.']) {
      for (const at of [0, 5, base64.length - 2]) {
        const text = base64.slice(0, at) + wrong + base64.slice(at + 1);
        expect(() => decode(cutAt(Buffer.from(text), [7, 50])), `${wrong} at ${at}`).to.throw(Base64Error);
      }
    }
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
