// Parses a large JSON body in turns of the event loop. JSON.parse cannot be interrupted: a batch of 100 MB would block
// all other requests for a second. So the long texts, which are nearly all of a large body, are extracted and decoded
// half a megabyte at a time, and accounts take turns; the rest is parsed at once. A thread would not help: receiving
// what it has parsed blocks the event loop for a third of the time to all of it (docs/performance-history.md).
import type { FairTurns } from '../../shared/platform/sharing/fair-turns.ts';
import { ESCAPE_MAX_BYTES } from './email/short-text.ts';
import { BACKSLASH, backslashesBefore } from './json-octets.ts';
import { LongTexts } from './long-texts.ts';
import { decodeUtf8, isTooDeep, malformed, parseJson, tooDeep } from './read-json-body.ts';
import { isSuspicious, isUnstorable, unstorable } from './unstorable-text.ts';

/** Takes about a millisecond; six if every character is written as an escape. */
const PART_BYTES = 512 * 1024;
/** A mark of byte order is a character of a text; only at the begin of a body is it none. */
const TEXT_DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const UTF8_LEAD = 0xc0;
const UTF8_MAX_BYTES = 4;

interface LongText {
  text: string;
  isUnstorable: boolean;
}

/**
 * Parses a body; one without bytes is an empty object.
 * @param pieces of the body; the list is emptied, so that each piece is freed when it was read
 * @param owner id of the account whose request it is
 * @throws DomainError `validation_error`, as `parseJson` does
 */
export async function parseLargeJson(pieces: Buffer[], turns: FairTurns, owner: string): Promise<object> {
  const parsing = parse(pieces);
  for (;;) {
    const step = await turns.run(owner, () => nextPart(parsing));
    if (step.done) return step.value;
  }
}

function nextPart(parsing: Generator<number, object>): IteratorResult<number, object> {
  for (let bytes = 0; ; ) {
    const step = parsing.next();
    if (step.done) return step;
    bytes += step.value;
    if (bytes >= PART_BYTES) return step;
  }
}

/** Yields how many bytes it has read since then. */
function* parse(pieces: Buffer[]): Generator<number, object> {
  const cut = new LongTexts();
  for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
    cut.push(piece);
    yield piece.length;
  }
  const { texts, mark, rest } = cut;
  if (rest.length === 0) return {};
  const decoded: (LongText | undefined)[] = [];
  for (let raw = texts.shift(); raw; raw = texts.shift()) decoded.push(yield* decode(raw));
  yield PART_BYTES;
  const body = parseRest(rest, decoded);
  if (decoded.length > 0) restore(body, mark, decoded as LongText[]);
  return body;
}

/** The refusals have the same order as for a body that is parsed at once. */
function parseRest(rest: Buffer, decoded: readonly (LongText | undefined)[]): object {
  if (!decoded.includes(undefined)) return parseJson(rest, false);
  decodeUtf8(rest);
  throw isTooDeep(rest) ? tooDeep() : malformed(undefined);
}

/** Decodes a text as written in JSON. @returns undefined: it is not valid JSON */
function* decode(raw: Buffer[]): Generator<number, LongText | undefined> {
  const parts: string[] = [];
  let isValid = true;
  let maySurprise = false;
  let left: Buffer = Buffer.alloc(0);
  while (raw.length > 0) {
    const bytes = takePart(left, raw);
    const end = raw.length > 0 ? completeLength(bytes) : bytes.length;
    left = bytes.subarray(end);
    const source = decodeUtf8(bytes.subarray(0, end), TEXT_DECODER);
    maySurprise ||= isSuspicious(source);
    const part = parseText(source);
    if (part === undefined) isValid = false;
    else parts.push(part);
    yield end;
  }
  if (!isValid) return undefined;
  const text = parts.join('');
  return { text, isUnstorable: maySurprise && isUnstorable(text) };
}

function takePart(left: Buffer, raw: Buffer[]): Buffer {
  const taken = [left];
  for (let bytes = 0; bytes < PART_BYTES && raw[0]; ) {
    bytes += raw[0].length;
    taken.push(raw.shift() as Buffer);
  }
  return Buffer.concat(taken);
}

/** How many bytes do not end within a character or an escape. */
function completeLength(bytes: Buffer): number {
  const backslash = bytes.lastIndexOf(BACKSLASH);
  const isEscape =
    backslash > bytes.length - ESCAPE_MAX_BYTES && backslashesBefore(bytes, backslash) % 2 === 0;
  const end = isEscape ? backslash : bytes.length;
  for (let start = end - 1; start >= 0 && start > end - UTF8_MAX_BYTES; start -= 1)
    if ((bytes[start] ?? 0) >= UTF8_LEAD) return start;
  return end;
}

function parseText(source: string): string | undefined {
  try {
    return JSON.parse(`"${source}"`) as string;
  } catch {
    return undefined;
  }
}

/** Puts the texts in the places of their marks. Of a field that was written twice, only the last one has a place. */
function restore(holder: object, mark: string, texts: readonly LongText[]): void {
  const fields = holder as Record<string | number, unknown>;
  for (const name of Array.isArray(holder) ? holder.keys() : Object.keys(holder)) {
    const value = fields[name];
    if (typeof value === 'object' && value !== null) restore(value, mark, texts);
    else if (typeof value === 'string' && value.startsWith(mark)) {
      const found = texts[Number(value.slice(mark.length))] as LongText;
      if (found.isUnstorable) throw unstorable();
      fields[name] = found.text;
    }
  }
}
