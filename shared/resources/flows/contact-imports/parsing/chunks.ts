// Reads the file of an import in chunks of rows, each chunk is written in one transaction. Committed rows are skipped
// by their numbers: the file is parsed again from its beginning, because no position in it is safe to continue from
// (quotes, encodings).
import { IMPORT_BLANK_BYTES_MAX } from '../../../../contract/limits.ts';
import type { FairTurns } from '../../../../platform/sharing/fair-turns.ts';
import type { UploadStore } from '../../../../platform/storage/upload-store.ts';
import type { CheckedContact } from '../../../audience/contacts/save/input.ts';
import type { FullContactImport } from '../contact-import.ts';
import type { Columns } from './columns.ts';
import { type DecodedPiece, decodeFile } from './decode.ts';
import { FileRows, type ReadRow } from './file-rows.ts';
import { UnreadableFileError } from './unreadable-file.ts';

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
  /** Bytes of the file that were read until then, or some more. */
  bytesRead: number;
}

/** The file to read, and the options. */
export interface ChunkReading {
  importing: FullContactImport;
  /** Decides which column has which field. @throws UnreadableFileError */
  findColumns: (header: readonly string[]) => Promise<Columns>;
  /** Rows per chunk. */
  rowsMax: number;
  /** Called repeatedly: false ends the reading with an InterruptedError. */
  goesOn: () => boolean;
  /** The turns in which the files of all accounts are parsed. */
  turns: FairTurns;
}

/** The reading was ended before the file was. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

const MEGABYTE = 1024 * 1024;
/** Size of the cells of a chunk together, in characters: a row may have megabytes, or a thousand empty cells. */
const CHUNK_SIZE_MAX = 4 * MEGABYTE;
/** The memory of a cell in addition to its text. */
const CELL_SIZE = 16;
/** The bytes of blank rows that one chunk skips: a few chunks per second, as for other rows. */
const BLANK_BYTES_OF_CHUNK = 16 * MEGABYTE;

/**
 * The chunks that are not committed yet.
 * @throws UnreadableFileError after the rows before the one that cannot be read; InterruptedError
 */
export async function* readChunks(store: UploadStore, reading: ChunkReading): AsyncGenerator<Chunk> {
  const { importing } = reading;
  const chunk = new OpenChunk(importing.rowsRead, reading.rowsMax);
  const pieces = decodeFile(
    store.read({ id: importing.contentId, size: importing.size }),
    importing.encoding,
  );
  let failure: unknown;
  try {
    for await (const { rows, header, lastRow, bytesRead } of readRows(pieces, reading)) {
      chunk.reach(header, bytesRead);
      for (const row of rows) {
        chunk.add(row);
        if (chunk.isFull) yield chunk.close();
      }
      chunk.pass(lastRow);
      if (chunk.isFull) yield chunk.close();
    }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    failure = error;
  }
  if (!chunk.isEmpty) yield chunk.close();
  if (failure) throw failure;
}

/** A chunk that is being filled. */
class OpenChunk {
  readonly #rowsMax: number;
  #header: readonly string[] = [];
  #rows: ReadRow[] = [];
  #size = 0;
  #lastRow: number;
  #firstByte = 0;
  #bytesRead = 0;

  constructor(rowsRead: number, rowsMax: number) {
    this.#rowsMax = rowsMax;
    this.#lastRow = rowsRead;
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  get isFull(): boolean {
    const bytes = this.#bytesRead - this.#firstByte;
    return (
      this.#rows.length >= this.#rowsMax || this.#size >= CHUNK_SIZE_MAX || bytes >= BLANK_BYTES_OF_CHUNK
    );
  }

  reach(header: readonly string[], bytesRead: number): void {
    this.#header = header;
    this.#bytesRead = bytesRead;
  }

  add(row: ReadRow): void {
    this.#lastRow = row.row;
    this.#rows.push(row);
    for (const cell of row.cells) this.#size += CELL_SIZE + cell.length;
  }

  /** Passes over rows up to this one; those that are committed are not part of the chunk. */
  pass(lastRow: number): void {
    if (lastRow > this.#lastRow) this.#lastRow = lastRow;
    else if (this.isEmpty) this.#firstByte = this.#bytesRead;
  }

  /** @returns the chunk; the next one begins after it */
  close(): Chunk {
    const rows = this.#rows;
    const bytesRead = this.#bytesRead;
    this.#rows = [];
    this.#size = 0;
    this.#firstByte = bytesRead;
    return { header: this.#header, rows, lastRow: this.#lastRow, bytesRead };
  }
}

/** Rows of a file that follow each other, without blank and committed ones, and how far they go. */
interface RowsOfFile extends Omit<Chunk, 'rows'> {
  rows: ReadRow[];
}

async function* readRows(
  pieces: AsyncIterable<DecodedPiece>,
  { importing, findColumns, goesOn, turns }: ChunkReading,
): AsyncGenerator<RowsOfFile> {
  const file = new FileRows(importing);
  let bytesRead = 0;
  async function* readAfter(take: () => void): AsyncGenerator<RowsOfFile> {
    let before: (() => void) | undefined = take;
    do {
      if (!goesOn()) throw new InterruptedError('The import will continue later.');
      const rows = await turns.run(importing.accountId, (mayGoOn) => {
        before?.();
        return file.read(mayGoOn);
      });
      before = undefined;
      if (file.newHeader) file.use(await findColumns(file.newHeader));
      yield { rows, header: file.header, lastRow: file.lastRow, bytesRead };
    } while (file.hasMore);
  }
  for await (const piece of pieces) {
    bytesRead = piece.bytesRead;
    yield* readAfter(() => file.push(piece.text));
    if (file.isBlank && bytesRead >= IMPORT_BLANK_BYTES_MAX) throw onlyBlank();
  }
  yield* readAfter(() => file.end());
  file.checkEnd();
}

function onlyBlank(): Error {
  const megabytes = IMPORT_BLANK_BYTES_MAX / MEGABYTE;
  return new UnreadableFileError(`The first ${megabytes} MB of the file have only blank rows.`);
}
