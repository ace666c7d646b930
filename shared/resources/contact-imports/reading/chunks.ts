// Reads the file of an import in chunks of rows, each of which is written in one transaction. What was committed before
// is passed over by the numbers of its rows: the file is parsed again from its beginning, because no position in it is
// safe to continue from (quotes, encodings).

import { Turns } from '../../../platform/sharing/turns.ts';
import type { UploadStore } from '../../../platform/storage/upload-store.ts';
import type { ContactProperty } from '../../contact-properties/contact-property.ts';
import type { CheckedContact } from '../../contacts/save/input.ts';
import type { FullContactImport } from '../contact-import.ts';
import { type Columns, findColumns, isEmailColumn } from './columns.ts';
import { decodeFile } from './decode.ts';
import { findDelimiter } from './delimiter.ts';
import { isBlankRow, RefusedRowError, readRow } from './read-row.ts';
import { parseRecords } from './records.ts';
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
}

/** Cells of a chunk together: rows may have megabytes. */
const CHUNK_LENGTH_MAX = 8 * 1024 * 1024;
/** How long rows are read at a time, while the chunk before them is written. With 20 ms an import takes half as long again. */
const TURN_MS = 2;
const ROWS_PER_LOOK = 50;

/**
 * The chunks that are not committed yet.
 * @throws UnreadableFileError after the rows before the one that cannot be read
 */
export async function* readChunks(store: UploadStore, reading: ChunkReading): AsyncGenerator<Chunk> {
  const { importing, rowsMax } = reading;
  const file = countBytes(store.read({ id: importing.contentId, size: importing.size }));
  let chunk: OpenChunk = { header: [], rows: [], length: 0, lastRow: importing.rowsRead };
  const close = ({ length: _, ...closed }: OpenChunk): Chunk => ({ ...closed, bytesRead: file.bytes() });
  let failure: unknown;
  try {
    for await (const each of readRows(file.pieces, reading)) {
      chunk.lastRow = each.row;
      chunk.header = each.header;
      if (!isBlankRow(each.cells)) {
        chunk.rows.push(each);
        chunk.length += lengthOf(each.cells);
      }
      if (chunk.rows.length < rowsMax && chunk.length < CHUNK_LENGTH_MAX) continue;
      yield close(chunk);
      chunk = { ...chunk, rows: [], length: 0 };
    }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    failure = error;
  }
  if (chunk.rows.length > 0) yield close(chunk);
  if (failure) throw failure;
}

/** A chunk that is being filled. */
interface OpenChunk extends Omit<Chunk, 'bytesRead'> {
  /** Characters of its cells. */
  length: number;
}

/** The rows that are not committed yet, also blank ones. */
async function* readRows(
  pieces: AsyncGenerator<Buffer>,
  { importing: { columnMap, encoding, rowsRead }, properties }: ChunkReading,
): AsyncGenerator<ReadRow & { header: readonly string[] }> {
  const [start, text] = await peek(decodeFile(pieces, encoding));
  const delimiter = findDelimiter(start.toString('utf8'), (cell) => isEmailColumn(cell, columnMap));
  const turns = new Turns(TURN_MS);
  let columns: Columns | undefined;
  let row = 0;
  for await (const cells of parseRecords(text, delimiter)) {
    row += 1;
    if (row % ROWS_PER_LOOK === 0) await turns.next();
    if (columns && row > rowsRead) {
      yield { row, cells, read: tryToRead(cells, columns), header: columns.header };
    }
    columns ??= findColumns(cells, columnMap, properties);
  }
  if (!columns) throw new UnreadableFileError('The file is empty.');
}

function tryToRead(cells: readonly string[], columns: Columns): ReadRow['read'] {
  try {
    return readRow(cells, columns);
  } catch (error) {
    if (error instanceof RefusedRowError) return error;
    throw error;
  }
}

function lengthOf(cells: readonly string[]): number {
  let length = 0;
  for (const cell of cells) length += cell.length;
  return length;
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

/** @returns the first piece, and all pieces with it */
async function peek(pieces: AsyncGenerator<Buffer>): Promise<[Buffer, AsyncGenerator<Buffer>]> {
  const { value: first = Buffer.alloc(0) } = await pieces.next();
  async function* all() {
    yield first;
    yield* pieces;
  }
  return [first, all()];
}
