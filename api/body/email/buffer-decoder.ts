// Streaming decoder for the content of an attachment that is written as numbers: a list of bytes (`[1,2,3]`), or a
// Buffer of Node as JSON.stringify writes it (`{"type":"Buffer","data":[1,2,3]}`, which older SDKs send). The bytes are
// decoded while the body arrives, because a file of 25 MiB would be a list of 26 million numbers in memory. The
// decoder takes the whole value out of the body, so it checks the JSON itself.
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { BACKSLASH, CLOSE_ARRAY, CLOSE_OBJECT, COLON, COMMA, OPEN_ARRAY, QUOTE } from '../json-octets.ts';
import { ESCAPE_MAX_BYTES, unescapeText } from './short-text.ts';

/** The valid forms of a content, for messages. */
export const CONTENT_FORMS = 'must be base64, a list of bytes or a Buffer as JSON.stringify writes it';

const ZERO = 0x30;
const NINE = 0x39;

/** A longer text, even if all of its characters are escaped, is not a name and no value of a Buffer. */
const TEXT_MAX_BYTES = ESCAPE_MAX_BYTES * 'Buffer'.length;

/** States of a list outside of its numbers; within a number the state is the number so far. */
const AT_START = -1;
const AFTER_COMMA = -2;
const AFTER_NUMBER = -3;
const AT_END = -4;
const BYTE_MAX = 255;
/** Like a number that is too large, it is refused. */
const FAULT = BYTE_MAX + 1;

/** Decodes one content. */
export class BufferDecoder {
  readonly #index: number;
  readonly #value = this.#readValue();
  #piece: Buffer = Buffer.alloc(0);
  #position = 0;
  #bytes: Buffer = this.#piece;
  #isClosed = false;

  /** @param index of the attachment, for error messages */
  constructor(index: number) {
    this.#index = index;
  }

  /** The end of the value in the last piece; undefined until the value has ended. */
  get end(): number | undefined {
    return this.#isClosed ? this.#position : undefined;
  }

  /**
   * Decodes the next piece, up to the end of the value.
   * @param start where the value begins or continues
   * @throws DomainError `validation_error`
   */
  push(piece: Buffer, start: number): Buffer {
    this.#piece = piece;
    this.#position = start;
    this.#bytes = Buffer.alloc(0);
    this.#isClosed = this.#value.next().done === true;
    return this.#bytes;
  }

  // A generator of this class yields when it needs the next piece.

  *#readValue(): Generator<void, void> {
    if ((yield* this.#next()) === OPEN_ARRAY) yield* this.#readList();
    else yield* this.#readObject();
  }

  /** The fields may have any order, so the bytes may come before the type. */
  *#readObject(): Generator<void, void> {
    const missing = new Set(['type', 'data']);
    for (const separator of [COMMA, CLOSE_OBJECT]) {
      const name = yield* this.#readText();
      if (!missing.delete(name)) this.#refuse(CONTENT_FORMS);
      yield* this.#expect(COLON);
      if (name === 'data') {
        yield* this.#expect(OPEN_ARRAY);
        yield* this.#readList();
      } else if ((yield* this.#readText()) !== 'Buffer') this.#refuse(CONTENT_FORMS);
      yield* this.#expect(separator);
    }
  }

  *#readText(): Generator<void, string> {
    yield* this.#expect(QUOTE);
    const octets: number[] = [];
    let isEscaped = false;
    for (;;) {
      const octet = yield* this.#next();
      if (octet === QUOTE && !isEscaped) return unescapeText(Buffer.from(octets)) ?? '';
      isEscaped = octet === BACKSLASH && !isEscaped;
      if (octets.push(octet) > TEXT_MAX_BYTES) this.#refuse(CONTENT_FORMS);
    }
  }

  *#expect(wanted: number): Generator<void, void> {
    for (;;) {
      const octet = yield* this.#next();
      if (octet === wanted) return;
      if (!isWhiteSpace(octet)) this.#refuse(CONTENT_FORMS);
    }
  }

  *#next(): Generator<void, number> {
    while (this.#position === this.#piece.length) yield;
    this.#position += 1;
    return this.#piece[this.#position - 1] as number;
  }

  /** Reads a list after its opening bracket. It contains no other bracket, so the next closing one ends it. */
  *#readList(): Generator<void, void> {
    for (let state = AT_START; ; ) {
      const end = this.#piece.indexOf(CLOSE_ARRAY, this.#position) + 1 || this.#piece.length;
      state = this.#readNumbers(state, end);
      if (state === AT_END) return;
      yield;
    }
  }

  /** @returns the state at the end */
  #readNumbers(start: number, end: number): number {
    const piece = this.#piece;
    // A number and its comma have two bytes or more; the first number may have begun in the piece before.
    const bytes = Buffer.allocUnsafe(((end - this.#position) >> 1) + 1);
    let size = 0;
    let state = start;
    for (let position = this.#position; position < end; position += 1) {
      const next = step(state, piece[position] as number);
      if (next > BYTE_MAX) this.#refuse('must hold only bytes: integers from 0 to 255');
      if (state >= 0 && next < 0) bytes[size++] = state;
      state = next;
    }
    this.#position = end;
    this.#bytes = bytes.subarray(0, size);
    return state;
  }

  #refuse(rule: string): never {
    throw new DomainError('validation_error', `\`attachments[${this.#index}].content\` ${rule}.`);
  }
}

/** Reads one byte of a list. @returns the next state */
function step(state: number, octet: number): number {
  if (octet >= ZERO && octet <= NINE) return addDigit(state, octet - ZERO);
  if (octet === COMMA) return state >= 0 || state === AFTER_NUMBER ? AFTER_COMMA : FAULT;
  if (isWhiteSpace(octet)) return state >= 0 ? AFTER_NUMBER : state;
  return octet === CLOSE_ARRAY && state !== AFTER_COMMA ? AT_END : FAULT;
}

function addDigit(state: number, digit: number): number {
  if (state === AT_START || state === AFTER_COMMA) return digit;
  // JSON has no leading zeros.
  return state > 0 ? state * 10 + digit : FAULT;
}

function isWhiteSpace(octet: number): boolean {
  return octet === 0x20 || octet === 0x0a || octet === 0x0d || octet === 0x09;
}
