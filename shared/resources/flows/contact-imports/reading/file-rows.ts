// Makes rows of the text of a file, as it arrives: finds the delimiter and the columns, numbers the rows, and passes over
// blank ones and those that are committed already. It may be interrupted between any two rows.
import type { CheckedContact } from '../../../audience/contacts/save/input.ts';
import type { FullContactImport } from '../contact-import.ts';
import { type Columns, isEmailColumn } from './columns.ts';
import { findDelimiter, isDeclaration } from './delimiter.ts';
import { RefusedRowError, readRow } from './read-row.ts';
import { RecordSplitter, type SplitRecord } from './records.ts';
import { UnreadableFileError } from './unreadable-file.ts';

/** A row with the number that it has in the file, where the header is row 1. */
export interface ReadRow {
  row: number;
  cells: readonly string[];
  /** The contact, or why there is none. */
  read: CheckedContact | RefusedRowError;
}

/** What of an import says how its rows are read. */
export type RowOptions = Pick<FullContactImport, 'columnMap' | 'rowsRead'>;

/** Characters from which the delimiter is found: the header should be among them. */
const HEADER_LENGTH = 16 * 1024;

/** The rows of one file. */
export class FileRows {
  readonly #options: RowOptions;
  readonly #splitter = new RecordSplitter(',');
  /** From the first text that is not blank on, until there is enough of it; undefined: the delimiter is found. */
  #start: string | undefined = '';
  /** The header whose columns are not decided yet. */
  #newHeader: readonly string[] | undefined;
  #columns: Columns | undefined;
  /** Records that are not read yet, from a position on. */
  #records: readonly SplitRecord[] = [];
  #next = 0;
  #hasData = false;

  constructor(options: RowOptions) {
    this.#options = options;
  }

  /** The names of the columns; none before the header. */
  get header(): readonly string[] {
    return this.#columns?.header ?? [];
  }

  /** The header, once it is read, until `use` is called. */
  get newHeader(): readonly string[] | undefined {
    return this.#newHeader;
  }

  /** Whether rows are left to be read of the text so far. */
  get hasMore(): boolean {
    return this.#next < this.#records.length;
  }

  /** The last row that was read, passed over or blank. */
  get lastRow(): number {
    const next = this.#records[this.#next];
    return next ? next.row - 1 : this.#splitter.rows;
  }

  /** Whether nothing was found so far but the header and blank rows. */
  get isBlank(): boolean {
    return !this.#hasData && !this.#splitter.isInsideRecord && !this.#start;
  }

  /** Takes the next text of the file, once all rows before it are read. @throws UnreadableFileError */
  push(text: string): void {
    // Lines without any character but spaces are blank for every delimiter.
    if (this.#start === undefined || (this.#start === '' && text.trim() === '')) this.#split(text);
    else {
      this.#start += text;
      if (this.#start.length >= HEADER_LENGTH) this.#findDelimiter();
    }
  }

  /** Takes the end of the file. @throws UnreadableFileError */
  end(): void {
    if (this.#start) this.#findDelimiter();
    const before = this.#records.slice(this.#next);
    this.#records = [...before, ...this.#splitter.end()];
    this.#next = 0;
  }

  /** Takes the columns of the new header, after which rows can be read. */
  use(columns: Columns): void {
    this.#columns = columns;
    this.#newHeader = undefined;
  }

  /** Reads rows, at least one if there is any; up to a new header. */
  read(mayGoOn: () => boolean): ReadRow[] {
    const rows: ReadRow[] = [];
    do {
      const record = this.#records[this.#next];
      if (!record || this.#newHeader) break;
      this.#next += 1;
      const columns = this.#columns;
      if (!columns) this.#begin(record);
      else {
        this.#hasData = true;
        if (record.row > this.#options.rowsRead) rows.push({ ...record, read: tryToRead(record, columns) });
      }
    } while (mayGoOn());
    return rows;
  }

  /** @throws UnreadableFileError when the file, all rows of which are read, lacks something */
  checkEnd(): void {
    this.#splitter.checkEnd();
    if (this.#columns) return;
    const { rows } = this.#splitter;
    throw new UnreadableFileError(rows === 0 ? 'The file is empty.' : 'The file has only blank rows.');
  }

  /** Takes a record that comes before the first row of the table. */
  #begin({ cells }: SplitRecord): void {
    if (!isDeclaration(cells)) this.#newHeader = cells;
  }

  #findDelimiter(): void {
    const { columnMap } = this.#options;
    const start = this.#start ?? '';
    this.#start = undefined;
    this.#splitter.delimiter = findDelimiter(start, (cell) => isEmailColumn(cell, columnMap));
    this.#split(start);
  }

  #split(text: string): void {
    this.#records = this.#splitter.push(text);
    this.#next = 0;
  }
}

function tryToRead({ cells }: SplitRecord, columns: Columns): ReadRow['read'] {
  try {
    return readRow(cells, columns);
  } catch (error) {
    if (error instanceof RefusedRowError) return error;
    throw error;
  }
}
