// Streaming JSON scanner: finds the contents of attachments in a body while it arrives, i.e. the field `content` in
// each object of the top-level array `attachments`, if it is a string, a list or an object. Everything else is passed
// on unchanged. It does not validate JSON: a string stays in place of each content, so the rest is valid exactly when
// the body was, and is parsed afterwards. It refuses bodies whose parsed form would need ten times their size in
// memory.
import { JSON_DEPTH_MAX, JSON_VALUES_MAX } from '../../../shared/contract/limits.ts';
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  endOfText,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  type TextEnd,
} from '../json-octets.ts';
import { tooDeep, tooManyValues } from '../read-json-body.ts';
import { BufferDecoder } from './buffer-decoder.ts';
import { ESCAPE_MAX_BYTES, unescapeText } from './short-text.ts';

/** The findings of the scanner in a piece of a body. */
export type Found =
  /** A part of the body outside of contents, including the quotes around a content. */
  | { kind: 'rest'; bytes: Buffer }
  /** A part of a text as written in the JSON, with escapes; it never splits a backslash from the next byte. */
  | { kind: 'text'; bytes: Buffer }
  /** A part of a list of bytes or of a Buffer, decoded. */
  | { kind: 'decoded'; bytes: Buffer }
  | { kind: 'content-end' };

/** A longer name, even if all of its characters are escaped, is not one that the scanner searches for. */
const NAME_MAX_BYTES = ESCAPE_MAX_BYTES * 'attachments'.length;
/** Replaces the brackets before and after the content. */
const QUOTE_BYTES = Buffer.from('"');

/** The depth of contents: they are objects in an array in the top-level object. */
const CONTENT_DEPTH = 3;
const OPENINGS: readonly number[] = [OPEN_OBJECT, OPEN_ARRAY, OPEN_OBJECT];

export class ContentScanner {
  /** Index of the current attachment in its array. */
  index = -1;
  #depth = 0;
  #values = 0;
  /** The bracket that was opened at each of the first three depths. */
  readonly #opened: number[] = [];
  /** The names of the fields, at depths 1 and 3, whose value is next. */
  readonly #names: (string | undefined)[] = [];
  #inText = false;
  #isContent = false;
  /** Decodes the current content, if it is a list or an object. */
  #decoder: BufferDecoder | undefined;
  /** The current string, while it may still be the name of a field. */
  #text: Buffer[] = [];
  #textBytes = 0;
  /** The last byte was a backslash that escapes the next one. */
  #isEscaped = false;
  /** The last complete string at this depth. */
  #lastText: string | undefined;

  /**
   * Scans the next piece of the body.
   * @throws DomainError when it is nested too deeply, has too many values or a list or object that is not content
   */
  *push(piece: Buffer): Generator<Found> {
    let restStart = 0;
    for (let position = 0; position < piece.length; ) {
      if (this.#decoder) {
        position = yield* this.#decode(this.#decoder, piece, position);
        restStart = position;
        continue;
      }
      if (!this.#inText) {
        position = this.#readOutside(piece, position);
        if (!this.#decoder) continue;
        yield* found('rest', piece.subarray(restStart, position));
        yield* found('rest', QUOTE_BYTES);
        continue;
      }
      const isContent = this.#isContent;
      const end = this.#readText(piece, position);
      if (isContent) {
        yield* found('rest', piece.subarray(restStart, position));
        yield* found('text', piece.subarray(position, end.at));
        if (end.isClosed) yield { kind: 'content-end' };
        restStart = end.at;
      }
      position = end.isClosed ? end.at + 1 : end.at;
    }
    yield* found('rest', piece.subarray(restStart));
  }

  /** Decodes a content that is not a string. @returns the position where it ended, or the end of the piece */
  *#decode(decoder: BufferDecoder, piece: Buffer, start: number): Generator<Found, number> {
    yield* found('decoded', decoder.push(piece, start));
    const { end } = decoder;
    if (end === undefined) return piece.length;
    this.#decoder = undefined;
    yield { kind: 'content-end' };
    yield* found('rest', QUOTE_BYTES);
    return end;
  }

  /** Reads up to the next string or content. @returns the position where it stopped */
  #readOutside(piece: Buffer, start: number): number {
    for (let position = start; position < piece.length; position += 1) {
      switch (piece[position]) {
        case QUOTE:
          this.#openText();
          return position + 1;
        case OPEN_OBJECT:
        case OPEN_ARRAY:
          if (this.#isAtContent()) {
            this.#decoder = new BufferDecoder(this.index);
            return position;
          }
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

  /** A value follows each comma and each opening bracket. */
  #countValue(): void {
    this.#values += 1;
    if (this.#values > JSON_VALUES_MAX) throw tooManyValues();
  }

  /** Deeper names are not needed. */
  #setName(name: string | undefined): void {
    if (this.#depth <= CONTENT_DEPTH) this.#names[this.#depth] = name;
  }

  #openText(): void {
    this.#inText = true;
    this.#isContent = this.#isAtContent();
  }

  /** Whether the value that begins here is a content. */
  #isAtContent(): boolean {
    return (
      this.#depth === CONTENT_DEPTH &&
      this.#names[CONTENT_DEPTH] === 'content' &&
      this.#names[1] === 'attachments' &&
      OPENINGS.every((octet, depth) => this.#opened[depth] === octet)
    );
  }

  /** Reads a string up to its end or the end of the piece. */
  #readText(piece: Buffer, start: number): TextEnd {
    const end = endOfText(piece, start, this.#isEscaped);
    this.#isEscaped = end.isEscaped;
    if (!this.#isContent) this.#keep(piece.subarray(start, end.at));
    if (end.isClosed) this.#closeText();
    return end;
  }

  #keep(bytes: Buffer): void {
    this.#textBytes += bytes.length;
    const mayBeName = this.#depth === 1 || this.#depth === CONTENT_DEPTH;
    if (mayBeName && this.#textBytes <= NAME_MAX_BYTES) this.#text.push(bytes);
  }

  #closeText(): void {
    const isShort = this.#textBytes <= NAME_MAX_BYTES;
    this.#lastText = isShort && !this.#isContent ? unescapeText(Buffer.concat(this.#text)) : undefined;
    this.#text = [];
    this.#textBytes = 0;
    this.#inText = false;
    this.#isContent = false;
  }
}

function* found(kind: 'rest' | 'text' | 'decoded', bytes: Buffer): Generator<Found> {
  if (bytes.length > 0) yield { kind, bytes };
}
