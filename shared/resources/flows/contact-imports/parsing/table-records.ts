// Makes the records of a table of the text of a file, as it arrives: finds the delimiter, and skips the line that names
// it for Excel. It imports no package, because the dashboard reads the same files before they are sent.
import { findDelimiter, isDeclaration } from './delimiter.ts';
import { RecordSplitter, type SplitRecord } from './records.ts';
import { UnreadableFileError } from './unreadable-file.ts';

/** Characters from which the delimiter is found: the header should be among them. */
const HEADER_LENGTH = 16 * 1024;

/** Whether a row has something beyond the columns of its header: spreadsheets write empty cells there. */
export function hasCellsBeyond(header: readonly string[], cells: readonly string[]): boolean {
  return cells.some((cell, position) => position >= header.length && cell.trim() !== '');
}

/** The records of one file; the first one is the header. */
export class TableRecords {
  readonly #isWanted: (cell: string) => boolean;
  readonly #splitter = new RecordSplitter(',');
  /** The text from the first visible one on, until there is enough of it; undefined: the delimiter is found. */
  #start: string | undefined = '';
  #delimiter: string | undefined;
  #hasHeader = false;

  /** @param isWanted whether a cell of the header is the one that every file must have */
  constructor(isWanted: (cell: string) => boolean) {
    this.#isWanted = isWanted;
  }

  /** The character between the cells; undefined: it is not found yet. */
  get delimiter(): string | undefined {
    return this.#delimiter;
  }

  /** The records so far, also blank ones. */
  get rows(): number {
    return this.#splitter.rows;
  }

  /** Whether text was taken of a record that is neither complete nor blank so far. */
  get isInsideRecord(): boolean {
    return this.#splitter.isInsideRecord || Boolean(this.#start);
  }

  /**
   * Takes the next text of the file. @returns the records that are complete, without blank ones
   * @throws UnreadableFileError
   */
  push(text: string): SplitRecord[] {
    // Lines without any character but spaces are blank for every delimiter.
    if (this.#start === undefined || (this.#start === '' && text.trim() === ''))
      return this.#ofTable(this.#splitter.push(text));
    this.#start += text;
    return this.#start.length >= HEADER_LENGTH ? this.flush() : [];
  }

  /** Waits for no more text to find the delimiter. @returns the records that are complete @throws UnreadableFileError */
  flush(): SplitRecord[] {
    const start = this.#start;
    if (!start) return [];
    this.#start = undefined;
    this.#delimiter = findDelimiter(start, this.#isWanted);
    this.#splitter.delimiter = this.#delimiter;
    return this.#ofTable(this.#splitter.push(start));
  }

  /** Takes the end of the file. @returns the last records; whether they are all of it is for `checkEnd` to say */
  end(): SplitRecord[] {
    return [...this.flush(), ...this.#ofTable(this.#splitter.end())];
  }

  /** @throws UnreadableFileError when the file ends inside of a record, or before its header */
  checkEnd(): void {
    this.#splitter.checkEnd();
    if (this.#hasHeader) return;
    throw new UnreadableFileError(this.rows === 0 ? 'The file is empty.' : 'The file has only blank rows.');
  }

  /** Removes the records before the first row of the table. */
  #ofTable(records: SplitRecord[]): SplitRecord[] {
    if (this.#hasHeader || records.length === 0) return records;
    const header = records.findIndex(({ cells }) => !isDeclaration(cells));
    if (header === -1) return [];
    this.#hasHeader = true;
    return header === 0 ? records : records.slice(header);
  }
}
