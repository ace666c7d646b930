// The streaming JSON scanner and the base64 decoder of attachments, against JSON.parse and Buffer (property-based
// tests): whatever a body contains and wherever it is cut into chunks, the scanner extracts the contents and leaves the
// rest.
import { expect } from 'chai';
import fc from 'fast-check';
import { Base64Decoder, Base64Error } from '../../../../api/body/email/base64-decoder.ts';
import { ContentScanner } from '../../../../api/body/email/content-scanner.ts';
import { DomainError } from '../../../../shared/contract/domain-error.ts';
import { cutAt } from './cut-at.ts';

/** Scans a body chunk by chunk; each content is replaced by its number. */
function scan(pieces: Buffer[]): { rest: string; contents: string[]; indexes: number[] } {
  const scanner = new ContentScanner();
  const rest: Buffer[] = [];
  const contents: string[] = [];
  const indexes: number[] = [];
  let content: Buffer[] = [];
  let isDecoded = false;
  for (const piece of pieces) {
    for (const found of scanner.push(piece)) {
      if (found.kind === 'rest') rest.push(found.bytes);
      else if (found.kind === 'content-end') {
        rest.push(Buffer.from(String(contents.length)));
        const bytes = Buffer.concat(content);
        contents.push(isDecoded ? `bytes ${bytes.toString('hex')}` : JSON.parse(`"${bytes}"`));
        indexes.push(scanner.index);
        content = [];
        isDecoded = false;
      } else {
        content.push(found.bytes);
        isDecoded = found.kind === 'decoded';
      }
    }
  }
  return { rest: String(Buffer.concat(rest)), contents, indexes };
}

const nasty = fc.constantFrom(...'"\\{}[]:,é😀\n', 'attachments', 'content', '\\"');
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
const bytes = fc.uint8Array({ maxLength: 9 }).map((octets) => Buffer.from(octets));
const numbers = fc.oneof(
  bytes.map((buffer) => buffer.toJSON()),
  bytes.map((buffer) => [...buffer]),
);
const file = fc.record(
  { content: fc.oneof(text, numbers, value), filename: text, other: value },
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

/** A content as the scanner must find it; undefined if it is neither a text, a list nor an object. */
function contentOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (typeof content !== 'object' || content === null) return undefined;
  const { type, data, ...others } = content as { type?: unknown; data?: unknown };
  const isBuffer = type === 'Buffer' && Object.keys(others).length === 0;
  const list = Array.isArray(content) ? content : isBuffer ? data : undefined;
  if (!Array.isArray(list) || !list.every((each) => Number.isInteger(each) && each >= 0 && each <= 255))
    throw new Error('refused');
  return list.length === 0 ? '' : `bytes ${Buffer.from(list).toString('hex')}`;
}

/** The contents that the scanner must find, read from the parsed body. @throws Error if it must refuse one */
function expectedContents(parsed: unknown): { content: string; index: number }[] {
  const { attachments } = (parsed ?? {}) as { attachments?: unknown };
  if (!Array.isArray(attachments)) return [];
  let index = -1;
  return attachments.flatMap((each: unknown) => {
    if (typeof each !== 'object' || each === null) return [];
    index += 1;
    const content = Array.isArray(each) ? undefined : contentOf((each as { content?: unknown }).content);
    return content === undefined ? [] : [{ content, index }];
  });
}

/** A body in which each content is replaced by its number. */
function numbered(parsed: { attachments?: { content?: unknown }[] }, count: number): unknown {
  let number = 0;
  for (const each of count > 0 ? (parsed.attachments ?? []) : []) {
    const isFile = typeof each === 'object' && each !== null && !Array.isArray(each);
    if (isFile && contentOf(each.content) !== undefined) each.content = String(number++);
  }
  return parsed;
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
          const pieces = cutAt(Buffer.from(json), cuts);
          const expected = attempt(() => expectedContents(JSON.parse(json)));
          if (!expected) {
            expect(() => scan(pieces)).to.throw(DomainError, '.content` must');
            return;
          }
          const { rest, contents, indexes } = scan(pieces);
          expect(contents).to.deep.equal(expected.map(({ content }) => content));
          expect(indexes).to.deep.equal(expected.map(({ index }) => index));
          expect(JSON.parse(rest)).to.deep.equal(numbered(JSON.parse(json), expected.length));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('never turns invalid JSON into valid JSON', () => {
    const unit = fc.constantFrom('"', '\\', '{', '}', '[', ']', ':', ',', 'a', ' ', '0', '12', 'null');
    const valid =
      '{"attachments":[{"content":"YQ=="},{"content":[1,22]},{"content":{"type":"Buffer","data":[3]}}]}';
    fc.assert(
      fc.property(
        fc.nat({ max: valid.length }),
        fc.nat({ max: 2 }),
        fc.string({ unit, maxLength: 3 }),
        (at, removed, added) => {
          const json = valid.slice(0, at) + added + valid.slice(at + removed);
          const scanned = attempt(() => scan([Buffer.from(json)]));
          if (scanned) expect(isJson(scanned.rest), json).to.equal(isJson(json));
          // What is refused while it is read is either malformed or no content.
          else
            expect(
              attempt(() => expectedContents(JSON.parse(json))),
              json,
            ).to.equal(undefined);
        },
      ),
      { numRuns: 10_000 },
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
  return attempt(() => JSON.parse(text)) !== undefined;
}

/** The result of a function; undefined if it throws. */
function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
