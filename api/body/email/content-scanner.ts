// Finds the contents of attachments in a JSON body while it arrives: the text of `content` in each object of the
// array `attachments` at the top. Everything else is passed on as it is. It does not check the JSON: only texts are
// taken out of it, so what is left is valid exactly when the body was, and is parsed afterwards. But it refuses what
// would take ten times its size in memory when it is parsed.
import { JSON_DEPTH_MAX, JSON_VALUES_MAX } from '../../../shared/contract/limits.ts';
import { tooDeep, tooManyValues } from '../read-json-body.ts';

/** What the scanner has found in a piece of a body. */
export type Found =
  /** A part of the body that is none of a content, with the quotes around one. */
  | { kind: 'rest'; bytes: Buffer }
  /** A part of a content as it stands in the JSON, escapes included; never begins or ends within an escape of two. */
  | { kind: 'content'; bytes: Buffer }
  | { kind: 'content-end' };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const COLON = 0x3a;
const COMMA = 0x2c;
/** A name that is longer, all of it escaped, is none that we look for. */
const NAME_MAX_BYTES = 6 * 'attachments'.length;

/** Where the contents are: an object, in it an array, in it objects. */
const CONTENT_DEPTH = 3;
const OPENINGS: readonly number[] = [OPEN_OBJECT, OPEN_ARRAY, OPEN_OBJECT];

interface TextEnd {
  at: number;
  /** At its quote; else with the piece. */
  isClosed: boolean;
}

export class ContentScanner {
  /** The place of the attachment that is being read in its array. */
  index = -1;
  #depth = 0;
  #values = 0;
  /** What was opened at the first three depths. */
  readonly #opened: number[] = [];
  /** At depths 1 and 3: the name whose value comes next. */
  readonly #names: (string | undefined)[] = [];
  #inText = false;
  #isContent = false;
  /** The text that is being read, while it may still be a name. */
  #text: Buffer[] = [];
  #textBytes = 0;
  /** The last octet was a backslash that escapes the next one. */
  #isEscaped = false;
  /** The last complete text at this depth. */
  #lastText: string | undefined;

  /** Scans the next piece of the body. @throws DomainError when it is too deep, or has too many values */
  *push(piece: Buffer): Generator<Found> {
    let restStart = 0;
    for (let position = 0; position < piece.length; ) {
      if (!this.#inText) {
        position = this.#readOutside(piece, position);
        continue;
      }
      const isContent = this.#isContent;
      const end = this.#readText(piece, position);
      if (isContent) {
        yield* found('rest', piece.subarray(restStart, position));
        yield* found('content', piece.subarray(position, end.at));
        if (end.isClosed) yield { kind: 'content-end' };
        restStart = end.at;
      }
      position = end.isClosed ? end.at + 1 : end.at;
    }
    yield* found('rest', piece.subarray(restStart));
  }

  /** Reads up to the next text. @returns where it stopped */
  #readOutside(piece: Buffer, start: number): number {
    for (let position = start; position < piece.length; position += 1) {
      switch (piece[position]) {
        case QUOTE:
          this.#openText();
          return position + 1;
        case OPEN_OBJECT:
        case OPEN_ARRAY:
          this.#open(piece[position] ?? 0);
          break;
        case CLOSE_OBJECT:
        case CLOSE_ARRAY:
          this.#depth = Math.max(this.#depth - 1, 0);
          this.#lastText = undefined;
          break;
        case COLON:
          this.#setName(this.#lastText);
          break;
        case COMMA:
          this.#countValue();
          this.#setName(undefined);
          this.#lastText = undefined;
          break;
        default:
      }
    }
    return piece.length;
  }

  #open(octet: number): void {
    this.#countValue();
    if (this.#depth === JSON_DEPTH_MAX) throw tooDeep();
    if (this.#depth < CONTENT_DEPTH) this.#opened[this.#depth] = octet;
    if (this.#depth === CONTENT_DEPTH - 2) this.index = -1;
    if (this.#depth === CONTENT_DEPTH - 1) this.index += 1;
    this.#depth += 1;
    this.#setName(undefined);
    this.#lastText = undefined;
  }

  /** A value stands behind each comma and each opening bracket. */
  #countValue(): void {
    this.#values += 1;
    if (this.#values > JSON_VALUES_MAX) throw tooManyValues();
  }

  /** The names further in are nobody's business. */
  #setName(name: string | undefined): void {
    if (this.#depth <= CONTENT_DEPTH) this.#names[this.#depth] = name;
  }

  #openText(): void {
    this.#inText = true;
    this.#isContent =
      this.#depth === CONTENT_DEPTH &&
      this.#names[CONTENT_DEPTH] === 'content' &&
      this.#names[1] === 'attachments' &&
      OPENINGS.every((octet, depth) => this.#opened[depth] === octet);
  }

  /** Reads a text up to its end, or that of the piece. */
  #readText(piece: Buffer, start: number): TextEnd {
    const end = this.#endOfText(piece, start);
    if (!this.#isContent) this.#keep(piece.subarray(start, end.at));
    if (end.isClosed) this.#closeText();
    return end;
  }

  /** Where the text ends: at its quote, or with the piece. */
  #endOfText(piece: Buffer, start: number): TextEnd {
    let position = this.#isEscaped ? start + 1 : start;
    this.#isEscaped = false;
    for (;;) {
      const quote = piece.indexOf(QUOTE, position);
      const end = quote < 0 ? piece.length : quote;
      const text = piece.subarray(0, end);
      // Each backslash takes the octet behind it along, be it a backslash or a quote.
      for (let backslash = 0; backslash >= 0 && position <= end; ) {
        backslash = text.indexOf(BACKSLASH, position);
        if (backslash >= 0) position = backslash + 2;
      }
      if (position <= end) return { at: end, isClosed: quote >= 0 };
      if (position > piece.length) {
        this.#isEscaped = true;
        return { at: piece.length, isClosed: false };
      }
    }
  }

  #keep(bytes: Buffer): void {
    this.#textBytes += bytes.length;
    const mayBeName = this.#depth === 1 || this.#depth === CONTENT_DEPTH;
    if (mayBeName && this.#textBytes <= NAME_MAX_BYTES) this.#text.push(bytes);
  }

  #closeText(): void {
    const isShort = this.#textBytes <= NAME_MAX_BYTES;
    this.#lastText = isShort && !this.#isContent ? readText(Buffer.concat(this.#text)) : undefined;
    this.#text = [];
    this.#textBytes = 0;
    this.#inText = false;
    this.#isContent = false;
  }
}

function* found(kind: 'rest' | 'content', bytes: Buffer): Generator<Found> {
  if (bytes.length > 0) yield { kind, bytes };
}

/** A name may be written with escapes: `\\u0061ttachments`. */
function readText(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1');
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return undefined;
  }
}
