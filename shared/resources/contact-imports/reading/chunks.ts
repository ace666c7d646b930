// Reads the file of an import in chunks of rows, each of which is written in one transaction. What was committed before
// is passed over by the numbers of its rows: the file is parsed again from its beginning, because no position in it is
// safe to continue from (quotes, encodings).

import { Turns } from '../../../platform/sharing/turns.ts';
import type { UploadStore } from '../../../platform/storage/upload-store.ts';
import type { ContactProperty } from '../../contact-properties/contact-property.ts';
import type { CheckedContact } from '../../contacts/save/input.ts';
import type { ColumnMap, FullContactImport } from '../contact-import.ts';
import { type Columns, findColumns, isEmailColumn } from './columns.ts';
import { decodeFile } from './decode.ts';
import { findDelimiter, isBeforeHeader } from './delimiter.ts';
import { isBlankRow, RefusedRowError, readRow } from './read-row.ts';
import { RecordSplitter } from './records.ts';
import { UnreadableFileError } from './unreadable-file.ts';

/** A row with the number that it has in the file, where the header is row 1. */
export interface ReadRow {
  row: number;
  cells: readonly string[];
  /** The contact, or why there is none. */
  read: CheckedContact | RefusedRowError;
}

/** A row that becomes a contact. */
export interface ContactRow extends ReadRow {
  read: CheckedContact;
}

/** Consecutive rows of a file. Blank ones are left out. */
export interface Chunk {
  header: readonly string[];
  rows: ReadRow[];
  /** The last row, also if it is blank. */
  lastRow: number;
  /** Bytes of the file that were read until then, more or less. */
  bytesRead: number;
}

/** What is read, and how. */
export interface ChunkReading {
  importing: FullContactImport;
  properties: readonly ContactProperty[];
  /** Rows per chunk. */
  rowsMax: number;
  /** Asked again and again: false ends the reading with an InterruptedError. */
  goesOn: () => boolean;
}

/** The reading was ended before the file was. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

/** Size of the cells of a chunk together, in characters: a row may have megabytes, or a thousand empty cells. */
const CHUNK_SIZE_MAX = 8 * 1024 * 1024;
/** What a cell takes beside its text. */
const CELL_SIZE = 16;
/** Blank rows that one chunk passes over. */
const ROWS_PASSED_MAX = 100_000;
/** How long rows are read at a time, while the chunk before them is written. With 20 ms an import takes half as long again. */
const TURN_MS = 2;

/**
 * The chunks that are not committed yet.
 * @throws UnreadableFileError after the rows before the one that cannot be read; InterruptedError
 */
export async function* readChunks(store: UploadStore, reading: ChunkReading): AsyncGenerator<Chunk> {
  const { importing } = reading;
  const file = countBytes(store.read({ id: importing.contentId, size: importing.size }));
  const chunk = new OpenChunk(importing.rowsRead, reading.rowsMax);
  let failure: unknown;
  try {
    for await (const rows of readRows(file.pieces, reading)) {
      for (const row of rows) {
        chunk.add(row);
        if (chunk.isFull) yield chunk.close(file.bytes());
      }
    }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    failure = error;
  }
  if (!chunk.isEmpty) yield chunk.close(file.bytes());
  if (failure) throw failure;
}

/** A row, with the header of its file. */
interface RowOfFile extends ReadRow {
  header: readonly string[];
}

/** A chunk that is being filled. */
class OpenChunk {
  readonly #rowsMax: number;
  #header: readonly string[] = [];
  #rows: ReadRow[] = [];
  #size = 0;
  #firstRow: number;
  #lastRow: number;

  constructor(rowsRead: number, rowsMax: number) {
    this.#rowsMax = rowsMax;
    this.#firstRow = rowsRead;
    this.#lastRow = rowsRead;
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  get isFull(): boolean {
    const passed = this.#lastRow - this.#firstRow;
    return this.#rows.length >= this.#rowsMax || this.#size >= CHUNK_SIZE_MAX || passed >= ROWS_PASSED_MAX;
  }

  add({ header, ...row }: RowOfFile): void {
    this.#header = header;
    this.#lastRow = row.row;
    if (isBlankRow(row.cells)) return;
    this.#rows.push(row);
    for (const cell of row.cells) this.#size += CELL_SIZE + cell.length;
  }

  /** @returns the chunk; the next one begins behind it */
  close(bytesRead: number): Chunk {
    const closed = { header: this.#header, rows: this.#rows, lastRow: this.#lastRow, bytesRead };
    this.#rows = [];
    this.#size = 0;
    this.#firstRow = this.#lastRow;
    return closed;
  }
}

/** The rows that are not committed yet, also blank ones, piece by piece of the file. */
async function* readRows(
  pieces: AsyncGenerator<Buffer>,
  { importing: { columnMap, encoding, rowsRead }, properties, goesOn }: ChunkReading,
): AsyncGenerator<RowOfFile[]> {
  const turns = new Turns(TURN_MS);
  let columns: Columns | undefined;
  let row = 0;
  const read = (cells: string[]): RowOfFile[] => {
    row += 1;
    if (!columns) {
      if (!isBeforeHeader(cells)) columns = findColumns(cells, columnMap, properties);
      return [];
    }
    if (row <= rowsRead) return [];
    return [{ row, cells, read: tryToRead(cells, columns), header: columns.header }];
  };
  for await (const records of splitFile(decodeFile(pieces, encoding), columnMap)) {
    await turns.next();
    if (!goesOn()) throw new InterruptedError('The import is to be continued later.');
    yield records.flatMap(read);
  }
  if (!columns) throw noHeader(row);
}

function noHeader(rows: number): Error {
  return new UnreadableFileError(rows === 0 ? 'The file is empty.' : 'The file has only blank rows.');
}

/** The records of a file, piece by piece. @throws UnreadableFileError */
async function* splitFile(
  pieces: AsyncIterable<string>,
  columnMap: ColumnMap | null,
): AsyncGenerator<string[][]> {
  let splitter: RecordSplitter | undefined;
  for await (const piece of pieces) {
    splitter ??= new RecordSplitter(findDelimiter(piece, (cell) => isEmailColumn(cell, columnMap)));
    yield splitter.push(piece);
  }
  if (splitter) yield splitter.end();
}

function tryToRead(cells: readonly string[], columns: Columns): ReadRow['read'] {
  try {
    return readRow(cells, columns);
  } catch (error) {
    if (error instanceof RefusedRowError) return error;
    throw error;
  }
}

function countBytes(source: AsyncIterable<Buffer>): { pieces: AsyncGenerator<Buffer>; bytes: () => number } {
  let bytes = 0;
  async function* count() {
    for await (const piece of source) {
      bytes += piece.length;
      yield piece;
    }
  }
  return { pieces: count(), bytes: () => bytes };
}
