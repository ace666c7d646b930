// Makes rows of the text of a file, as it arrives: waits for the columns, numbers the rows, and passes over blank ones and
// those that are committed already. It may be interrupted between any two rows.
import type { CheckedContact } from '../../../audience/contacts/save/input.ts';
import type { FullContactImport } from '../contact-import.ts';
import type { Columns } from './columns.ts';
import { isEmailColumn } from './header-names.ts';
import { RefusedRowError, readRow } from './read-row.ts';
import type { SplitRecord } from './records.ts';
import { TableRecords } from './table-records.ts';

/** A row with the number that it has in the file, where the header is row 1. */
export interface ReadRow {
  row: number;
  cells: readonly string[];
  /** The contact, or why there is none. */
  read: CheckedContact | RefusedRowError;
}

/** The options of an import that decide how its rows are read. */
export type RowOptions = Pick<FullContactImport, 'columnMap' | 'rowsRead'>;

/** The rows of one file. */
export class FileRows {
  readonly #rowsRead: number;
  readonly #table: TableRecords;
  /** The header whose columns are not decided yet. */
  #newHeader: readonly string[] | undefined;
  #columns: Columns | undefined;
  /** Records that are not read yet, from a position on. */
  #records: readonly SplitRecord[] = [];
  #next = 0;
  #hasData = false;

  constructor({ columnMap, rowsRead }: RowOptions) {
    this.#rowsRead = rowsRead;
    this.#table = new TableRecords((cell) => isEmailColumn(cell, columnMap?.email));
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
    return next ? next.row - 1 : this.#table.rows;
  }

  /** Whether nothing was found so far but the header and blank rows. */
  get isBlank(): boolean {
    return !this.#hasData && !this.#table.isInsideRecord;
  }

  /** Takes the next text of the file, once all rows before it are read. @throws UnreadableFileError */
  push(text: string): void {
    this.#records = this.#table.push(text);
    this.#next = 0;
  }

  /** Takes the end of the file. @throws UnreadableFileError */
  end(): void {
    this.#records = [...this.#records.slice(this.#next), ...this.#table.end()];
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
      if (!columns) this.#newHeader = record.cells;
      else {
        this.#hasData = true;
        if (record.row > this.#rowsRead) rows.push({ ...record, read: tryToRead(record, columns) });
      }
    } while (mayGoOn());
    return rows;
  }

  /** @throws UnreadableFileError when the file lacks something after all rows were read */
  checkEnd(): void {
    this.#table.checkEnd();
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
