// Reads the first rows of a file that is to be imported, by the code with which the server reads it, so that what one sees
// before is what becomes of it. Pure; it reads the start of the file only, which may have 200 MB.
import { isEmailColumn } from '../../../../shared/resources/flows/contact-imports/parsing/header-names.ts';
import { TableRecords } from '../../../../shared/resources/flows/contact-imports/parsing/table-records.ts';
import { decodeStart, type FileEncoding } from './decode-start.ts';

/** Bytes that are read of a file. */
export const START_BYTES = 64 * 1024;
/** The rows that are read after the header. */
export const ROWS_READ = 20;

/** The start of a file. */
export interface FileStart {
  encoding: FileEncoding;
  /** The character between the cells. */
  delimiter: string;
  /** The cells of the first row that is not blank; none: a row that is not complete is all there is. */
  header: readonly string[];
  /** The rows after it, up to ROWS_READ; as the splitter gives them. */
  rows: readonly (readonly string[])[];
  /** Whether these are all rows of the file. */
  isAll: boolean;
  /** The number of a row without an end in the part that was read: its quote may never close. */
  endless: number | undefined;
}

interface Start {
  /** The first START_BYTES of the file, or all of them. */
  bytes: Uint8Array;
  /** Whether the file has no more. */
  isWhole: boolean;
  /** Undefined: it is guessed. */
  encoding?: FileEncoding | undefined;
}

/** Reads it. @throws UnreadableFileError with the words in which the import would fail */
export function readStart({ bytes, isWhole, encoding: declared }: Start): FileStart {
  const { encoding, texts } = decodeStart(bytes, { declared, isWhole });
  const table = new TableRecords((cell) => isEmailColumn(cell, undefined));
  const records = texts.flatMap((text) => table.push(text));
  records.push(...(isWhole ? table.end() : table.flush()));
  const [header, ...rows] = records.map(({ cells }) => cells);
  const hasEnough = rows.length >= ROWS_READ;
  if (isWhole && !hasEnough) table.checkEnd();
  return {
    encoding,
    delimiter: table.delimiter ?? ',',
    header: header ?? [],
    rows: rows.slice(0, ROWS_READ),
    isAll: isWhole && rows.length <= ROWS_READ,
    endless: !isWhole && !hasEnough && table.isInsideRecord ? table.rows + 1 : undefined,
  };
}
