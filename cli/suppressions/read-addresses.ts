// Reads the addresses of a file as it arrives: a plain list with one in each line, or CSV with a header that names their
// column. Its records are split as those of contact imports. Whether an address is valid is for the API to say; only what
// it would refuse for certain is found here, because a batch with one such address is refused as a whole.

import { TextDecoder } from 'node:util';
import { findInvisible, trimAddress } from '../../shared/mail/invisible-characters.ts';
import {
  findDelimiter,
  isDeclaration,
} from '../../shared/resources/flows/contact-imports/parsing/delimiter.ts';
import { encodingOfMark } from '../../shared/resources/flows/contact-imports/parsing/file-encoding.ts';
import {
  RecordSplitter,
  type SplitRecord,
} from '../../shared/resources/flows/contact-imports/parsing/records.ts';
import { UnreadableFileError } from '../../shared/resources/flows/contact-imports/parsing/unreadable-file.ts';
import { rejected } from '../failure.ts';

/** What a line has in the column of the addresses. */
export interface AddressLine {
  /** Its number in the file, from 1 on; a row with line breaks in its cells is one line. */
  line: number;
  text: string;
}

/** Characters from which the delimiter is found: the first line should be among them. */
const START_LENGTH = 16 * 1024;
/** In lower case, without anything but letters. */
const COLUMN_NAMES = new Set(['email', 'emailaddress', 'address', 'mail', 'recipient']);
/** Exports have an apostrophe before cells that a spreadsheet would compute (shared/platform/csv/write-csv.ts). */
const GUARDED = /^'(?=[=+\-@])/;

/** The lines of a file, in pieces, without blank ones and the header. @throws CliFailure */
export async function* readAddresses(
  file: string,
  chunks: AsyncIterable<Buffer | string>,
): AsyncGenerator<AddressLine[]> {
  const lines = new AddressLines(file);
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of chunks) {
      const bytes = Buffer.from(chunk);
      // It passes over the mark.
      decoder ??= new TextDecoder(encodingOfMark(bytes));
      yield lines.push(decoder.decode(bytes, { stream: true }));
    }
    yield lines.push(decoder?.decode() ?? '');
    yield* lines.end();
  } catch (error) {
    throw error instanceof UnreadableFileError ? rejected(`${file}: ${error.message}`) : error;
  }
  if (lines.isBlank) throw rejected(`${file} has no addresses.`);
}

class AddressLines {
  readonly #file: string;
  readonly #splitter = new RecordSplitter(',');
  /** Until the delimiter is found. */
  #start: string | undefined = '';
  /** Undefined: no line was read yet. */
  #column: number | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Whether not even a header was found. */
  get isBlank(): boolean {
    return this.#column === undefined;
  }

  push(text: string): AddressLine[] {
    if (this.#start === undefined) return this.#read(this.#splitter.push(text));
    this.#start += text;
    return this.#start.length < START_LENGTH ? [] : this.#begin(this.#start);
  }

  /** @throws UnreadableFileError when a quote is not closed; after what could be read */
  *end(): Generator<AddressLine[]> {
    if (this.#start !== undefined) yield this.#begin(this.#start);
    yield this.#read(this.#splitter.end());
    this.#splitter.checkEnd();
  }

  #begin(start: string): AddressLine[] {
    this.#start = undefined;
    this.#splitter.delimiter = findDelimiter(
      start,
      (cell) => isColumnName(cell) || mayBeAddress(cell.trim()),
    );
    return this.#read(this.#splitter.push(start));
  }

  #read(records: readonly SplitRecord[]): AddressLine[] {
    const lines: AddressLine[] = [];
    for (const { row, cells } of records) {
      if (this.#column === undefined) {
        if (isDeclaration(cells)) continue;
        const named = cells.findIndex(isColumnName);
        this.#column = named === -1 ? this.#columnOf(cells) : named;
        if (named !== -1) continue;
      }
      lines.push({ line: row, text: (cells[this.#column] ?? '').trim().replace(GUARDED, '') });
    }
    return lines;
  }

  /** The column of the addresses in a file without a header. */
  #columnOf(cells: readonly string[]): number {
    const column = cells.findIndex((cell) => cell.includes('@'));
    if (column === -1 && cells.length > 1)
      throw rejected(`${this.#file} has no column named email, and no address in its first line.`);
    return Math.max(column, 0);
  }
}

function isColumnName(cell: string): boolean {
  return cell.length < 100 && COLUMN_NAMES.has(cell.toLowerCase().replace(/[^a-z]/g, ''));
}

const ASCII = /^[\0-\x7f]*$/;
const LABELS = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{1,63}$/i;
const ATOMS = /^[\w!#$%&'*+/=?^`{|}~-][\w!#$%&'*+/=?^`{|}~.-]*$/;
const LOCAL_PART_MAX_LENGTH = 64;

/** False: the API refuses it for certain. What is not plain ASCII, or has quotes, is left to the API. */
export function mayBeAddress(line: string): boolean {
  const text = trimAddress(line);
  const at = text.lastIndexOf('@');
  if (at < 1) return false;
  // The replacement of bytes that are not UTF-8, as of a file in another encoding.
  if (/[\p{Cc}\ufffd]/u.test(text)) return false;
  const localPart = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (findInvisible(localPart) !== undefined) return false;
  if (ASCII.test(domain) && !LABELS.test(domain)) return false;
  if (localPart.startsWith('"') || !ASCII.test(localPart)) return true;
  return localPart.length <= LOCAL_PART_MAX_LENGTH && ATOMS.test(localPart);
}
