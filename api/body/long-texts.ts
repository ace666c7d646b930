// Takes the long texts out of a large JSON body: a short mark stays in place of each, so that what remains is parsed in
// a moment, and the texts are decoded part by part (parse-large-json.ts). It does not validate JSON: the mark is a text
// too, so the rest is valid exactly when the body was. Names of fields stay, however long they are.
import { randomUUID } from 'node:crypto';
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  endOfText,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from './json-octets.ts';

/** Shorter texts stay in the rest: a thousand of them are parsed in a few milliseconds. */
export const LONG_TEXT_BYTES = 16 * 1024;

/** A text as written in the JSON, between its quotes, in pieces. */
type RawText = Buffer[];

export class LongTexts {
  /** Replaces a text in the rest; the number of the text follows it. No client can know it. */
  readonly mark = `${randomUUID()}:`;
  readonly texts: RawText[] = [];
  readonly #rest: Buffer[] = [];
  /** The brackets that are open: true for a list. */
  readonly #isList: boolean[] = [];
  /** Whether the next token is a value, not the name of a field. */
  #isAtValue = true;
  #isInText = false;
  #isEscaped = false;
  /** The pieces of the current text so far. */
  #text: RawText = [];
  #textBytes = 0;

  /** The body with marks. */
  get rest(): Buffer {
    return Buffer.concat([...this.#rest, ...this.#text]);
  }

  /** Reads the next piece of the body. */
  push(piece: Buffer): void {
    let restStart = 0;
    for (let position = 0; position < piece.length; ) {
      if (!this.#isInText) {
        position = this.#readOutside(piece, position);
        continue;
      }
      const { at, isClosed, isEscaped } = endOfText(piece, position, this.#isEscaped);
      this.#isEscaped = isEscaped;
      const hasBegunBefore = position === 0 && this.#text.length > 0;
      this.#textBytes += at - position;
      if (!isClosed || hasBegunBefore || this.#isTaken()) {
        this.#keepRest(piece.subarray(restStart, position));
        this.#text.push(piece.subarray(position, at));
        restStart = at;
      }
      if (isClosed) this.#closeText();
      position = isClosed ? at + 1 : at;
    }
    this.#keepRest(piece.subarray(restStart));
  }

  /** Reads up to the next text. @returns the position where it begins, or the end of the piece */
  #readOutside(piece: Buffer, start: number): number {
    for (let position = start; position < piece.length; position += 1) {
      switch (piece[position]) {
        case QUOTE:
          this.#isInText = true;
          return position + 1;
        case OPEN_OBJECT:
        case OPEN_ARRAY:
          this.#isAtValue = piece[position] === OPEN_ARRAY;
          this.#isList.push(this.#isAtValue);
          break;
        case CLOSE_OBJECT:
        case CLOSE_ARRAY:
          this.#isList.pop();
          break;
        case COLON:
          this.#isAtValue = true;
          break;
        case COMMA:
          this.#isAtValue = this.#isList.at(-1) ?? true;
          break;
        default:
      }
    }
    return piece.length;
  }

  #closeText(): void {
    this.#isInText = false;
    if (this.#isTaken()) {
      this.#rest.push(Buffer.from(`${this.mark}${this.texts.length}`));
      this.texts.push(this.#text);
    } else this.#rest.push(...this.#text);
    this.#text = [];
    this.#textBytes = 0;
  }

  #isTaken(): boolean {
    return this.#isAtValue && this.#textBytes >= LONG_TEXT_BYTES;
  }

  #keepRest(bytes: Buffer): void {
    if (bytes.length > 0) this.#rest.push(bytes);
  }
}
