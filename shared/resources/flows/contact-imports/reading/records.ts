// Splits CSV (RFC 4180) into records, as its text arrives: quoted cells may hold delimiters, quotes and line breaks, and
// a line ends with LF, CRLF or CR. A quote inside of a cell that does not begin with one is an ordinary character, and
// so are all quotes of a cell with text behind the closing one. csv-parse, with which a test compares this, bounds
// neither the delimiters of a record nor the time that it computes at once, and makes an error object with a stack for
// every row of another length than the first: a file of nothing but commas would take gigabytes, one whose rows leave
// off empty cells fifty times as long.
import { IMPORT_COLUMNS_MAX, IMPORT_ROW_MAX_LENGTH } from '../../../contract/limits.ts';
import { UnreadableFileError } from './unreadable-file.ts';

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
/** Cells that are kept of a record: one more than a row may have. */
const CELLS_MAX = IMPORT_COLUMNS_MAX + 1;
const MILLION = 1_000_000;

/** Splits one file. */
export class RecordSplitter {
  readonly #delimiter: number;
  /** What is not split yet; it begins with a record. */
  #text = '';
  #position = 0;
  /** No complete record is expected in a shorter text: a long one is not looked at again for every piece. */
  #wantedLength = 0;
  #isEnd = false;
  #row = 0;

  /** @param delimiter one character */
  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /**
   * Takes the next text of the file. @returns the records that are complete; an empty line is one with an empty cell
   * @throws UnreadableFileError
   */
  push(text: string): string[][] {
    this.#text += text;
    return this.#text.length < this.#wantedLength ? [] : this.#split();
  }

  /** Takes the end of the file. @throws UnreadableFileError */
  end(): string[][] {
    this.#isEnd = true;
    const records = this.#split();
    if (this.#text !== '') throw unreadable(this.#row + 1, 'cannot be parsed');
    return records;
  }

  #split(): string[][] {
    const records: string[][] = [];
    this.#position = 0;
    let start = 0;
    while (start < this.#text.length) {
      const record = this.#readRecord();
      if (!record) break;
      records.push(record);
      this.#row += 1;
      start = this.#position;
    }
    this.#text = this.#text.slice(start);
    if (this.#text.length > IMPORT_ROW_MAX_LENGTH && records.length === 0) throw tooLong(this.#row + 1);
    this.#wantedLength = 2 * this.#text.length;
    return records;
  }

  /** @returns undefined when the text ends before the record does */
  #readRecord(): string[] | undefined {
    const cells: string[] = [];
    for (;;) {
      const cell = this.#readCell();
      if (cell === undefined) return undefined;
      if (cells.length < CELLS_MAX) cells.push(cell);
      const end = this.#text.charCodeAt(this.#position);
      if (end === this.#delimiter) this.#position += 1;
      else return this.#skipLineBreak() ? cells : undefined;
    }
  }

  /** Moves behind a line break, which may be the end of the file. @returns whether it is complete */
  #skipLineBreak(): boolean {
    const isCr = this.#text.charCodeAt(this.#position) === CR;
    const isLast = this.#position + 1 >= this.#text.length;
    // An LF may follow.
    if (isCr && isLast && !this.#isEnd) return false;
    const isCrLf = isCr && this.#text.charCodeAt(this.#position + 1) === LF;
    this.#position = Math.min(this.#position + (isCrLf ? 2 : 1), this.#text.length);
    return true;
  }

  /** Reads a cell and moves to what ends it. @returns undefined when the text ends before the cell does */
  #readCell(): string | undefined {
    const start = this.#position;
    const opening = this.#skipSpaces(start);
    if (this.#text.charCodeAt(opening) === QUOTE) {
      const quoted = this.#readQuoted(opening + 1);
      if (quoted !== null) return quoted;
    }
    const end = this.#findEnd(start);
    if (end === this.#text.length && !this.#isEnd) return undefined;
    this.#position = end;
    return this.#text.slice(start, end);
  }

  /**
   * @param start behind the opening quote
   * @returns null when text follows the closing quote; undefined when the text ends before the cell does
   */
  #readQuoted(start: number): string | null | undefined {
    let hasQuotes = false;
    for (let from = start; ; ) {
      const closing = this.#text.indexOf('"', from);
      if (closing === -1) return undefined;
      // Whether a second quote follows must be known.
      if (closing + 1 === this.#text.length && !this.#isEnd) return undefined;
      if (this.#text.charCodeAt(closing + 1) === QUOTE) {
        hasQuotes = true;
        from = closing + 2;
        continue;
      }
      const end = this.#skipSpaces(closing + 1);
      if (end === this.#text.length && !this.#isEnd) return undefined;
      if (!this.#isEndOfCell(end)) return null;
      this.#position = end;
      const content = this.#text.slice(start, closing);
      return hasQuotes ? content.replaceAll('""', '"') : content;
    }
  }

  #findEnd(from: number): number {
    let position = from;
    while (position < this.#text.length && !this.#isEndOfCell(position)) position += 1;
    return position;
  }

  #isEndOfCell(position: number): boolean {
    if (position >= this.#text.length) return true;
    const code = this.#text.charCodeAt(position);
    return code === this.#delimiter || code === LF || code === CR;
  }

  #skipSpaces(from: number): number {
    let position = from;
    while (this.#text.charCodeAt(position) === SPACE) position += 1;
    return position;
  }
}

function tooLong(row: number): Error {
  return unreadable(row, `has more than ${IMPORT_ROW_MAX_LENGTH / MILLION} million characters`);
}

function unreadable(row: number, what: string): Error {
  return new UnreadableFileError(`Row ${row} ${what}. Is a quote not closed?`);
}
