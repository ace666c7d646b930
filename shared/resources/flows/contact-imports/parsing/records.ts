// Splits CSV (RFC 4180) into records, as its text arrives: quoted cells may contain delimiters, quotes and line breaks, and
// a line ends with LF, CRLF or CR. A quote inside of a cell that does not begin with one is an ordinary character, and
// so are all quotes of a cell with text after the closing one. Blank records are counted and left out. csv-parse, with
// which a test compares this, bounds neither the delimiters of a record nor the time that it computes at once, and makes
// an error object with a stack for every row of another length than the first: a file of nothing but commas would take
// gigabytes, one whose rows leave off empty cells fifty times as long.
import { IMPORT_COLUMNS_MAX, IMPORT_ROW_MAX_LENGTH } from '../../../../contract/limits.ts';
import { UnreadableFileError } from './unreadable-file.ts';

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;
/** The cells of a record that are stored: one more than a row may have. */
const CELLS_MAX = IMPORT_COLUMNS_MAX + 1;
const MILLION = 1_000_000;
const BLANK: string[] = [];
/** The mark at the start of a file that was appended to another one. */
const BYTE_ORDER_MARK = 0xfeff;

/** A record that is not blank. */
export interface SplitRecord {
  /** Its number among all records, from 1 on. */
  row: number;
  cells: string[];
}

/** Splits one file. */
export class RecordSplitter {
  #delimiter: number;
  /** The text that is not split yet; it begins with a record. */
  #text = '';
  #position = 0;
  /** No complete record is expected in a shorter text: a long one is not scanned again for every piece. */
  #wantedLength = 0;
  #isEnd = false;
  #rows = 0;

  /** @param delimiter one character */
  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** Sets the delimiter from now on; earlier records must be blank whatever the delimiter is. */
  set delimiter(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** The records so far, also blank ones. */
  get rows(): number {
    return this.#rows;
  }

  /** Whether text was taken of a record that is neither complete nor blank so far. */
  get isInsideRecord(): boolean {
    return this.#text.trim() !== '';
  }

  /**
   * Takes the next text of the file. @returns the records that are complete, without blank ones
   * @throws UnreadableFileError
   */
  push(text: string): SplitRecord[] {
    this.#text += text;
    return this.#text.length < this.#wantedLength ? [] : this.#split();
  }

  /** Takes the end of the file. @returns the last records; whether they are all of it is for `checkEnd` to say */
  end(): SplitRecord[] {
    this.#isEnd = true;
    return this.#split();
  }

  /** @throws UnreadableFileError when the file ends inside of a record */
  checkEnd(): void {
    if (this.#text !== '') throw unreadable(this.#rows + 1, 'cannot be parsed');
  }

  #split(): SplitRecord[] {
    const records: SplitRecord[] = [];
    const rowsBefore = this.#rows;
    let start = 0;
    for (;;) {
      start = this.#passBlank(start);
      if (start >= this.#text.length) break;
      this.#position = start;
      const cells = this.#readRecord();
      if (!cells) break;
      this.#rows += 1;
      if (cells !== BLANK) records.push({ row: this.#rows, cells });
      start = this.#position;
    }
    this.#text = this.#text.slice(start);
    const isStuck = this.#rows === rowsBefore;
    if (isStuck && this.#text.length > IMPORT_ROW_MAX_LENGTH) throw tooLong(this.#rows + 1);
    this.#wantedLength = 2 * this.#text.length;
    return records;
  }

  /**
   * Passes over blank records without making cells of them: a file of two hundred million line breaks costs no more than
   * its bytes. A rarer kind of blank record, as of empty quotes, is read like any other. @returns where the next one begins
   */
  #passBlank(from: number): number {
    const text = this.#text;
    const delimiter = this.#delimiter;
    let start = from;
    let rows = 0;
    for (let position = from; position < text.length; ) {
      const code = text.charCodeAt(position);
      if (code === SPACE || code === TAB || code === delimiter) position += 1;
      else {
        const end = code === LF || code === CR ? this.#endOfLineBreak(position) : undefined;
        if (end === undefined) break;
        rows += 1;
        start = end;
        position = end;
      }
    }
    this.#rows += rows;
    return start;
  }

  /** @returns BLANK for a blank one; undefined when the text ends before the record does */
  #readRecord(): string[] | undefined {
    const cells: string[] = [];
    let isBlank = true;
    for (;;) {
      const cell = this.#readCell();
      if (cell === undefined) return undefined;
      isBlank &&= cell.trim() === '';
      if (cells.length < CELLS_MAX) cells.push(cell);
      // A row with more cells than the header is refused for any that is not empty.
      else if (cells[CELLS_MAX - 1]?.trim() === '') cells[CELLS_MAX - 1] = cell;
      const end = this.#text.charCodeAt(this.#position);
      if (end === this.#delimiter) this.#position += 1;
      else if (this.#skipLineBreak()) return isBlank ? BLANK : cells;
      else return undefined;
    }
  }

  /** Moves to the end of a line break, which may be the end of the file. @returns whether it is complete */
  #skipLineBreak(): boolean {
    const end = this.#endOfLineBreak(this.#position);
    if (end !== undefined) this.#position = end;
    return end !== undefined;
  }

  /** @returns undefined when the line break may continue: an LF may follow */
  #endOfLineBreak(position: number): number | undefined {
    const end = Math.min(position + 1, this.#text.length);
    if (this.#text.charCodeAt(position) !== CR) return end;
    if (end === this.#text.length) return this.#isEnd ? end : undefined;
    return this.#text.charCodeAt(end) === LF ? end + 1 : end;
  }

  /** Reads a cell and moves to what ends it. @returns undefined when the text ends before the cell does */
  #readCell(): string | undefined {
    if (this.#text.charCodeAt(this.#position) === BYTE_ORDER_MARK) this.#position += 1;
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
   * @param start after the opening quote
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
  return new UnreadableFileError(`Row ${row} ${what}. Check for a missing quote.`);
}
