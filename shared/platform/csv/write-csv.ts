// Writes CSV (RFC 4180): all files of the program, so that none of them lets a cell of one client run in the spreadsheet
// of another (CSV injection, formula injection). A cell that a spreadsheet would compute begins with an apostrophe, as
// OWASP advises (https://owasp.org/www-community/attacks/CSV_Injection): those that begin with = + - @ or one of their
// full-width forms, also after spaces and invisible characters, and those that begin with a tab or a line break. A
// cell with any character that some spreadsheet may take for a delimiter or the end of a row is quoted, so that no formula
// begins inside of it.
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';

/** A row: texts, numbers, and null for a cell that is empty. */
export type CsvRow = readonly (string | number | null)[];

/** Characters that a file is sent by. */
const PIECE_LENGTH = 64 * 1024;
/** `@` alone is the host of a domain's own records, and no sign alone computes anything. */
const FORMULA = /^[\t\r\n]|^[\s\p{Cc}\p{Cf}\p{DI}]*[=+\-@\uff0b\uff0d\uff1d\uff20]./su;
const QUOTED = /[\r\n\t;|\u2028\u2029]/;

/** The text of rows; each ends with CRLF. */
export function writeCsv(rows: readonly CsvRow[]): string {
  return stringify(rows as CsvRow[], {
    cast: { string: (cell) => (FORMULA.test(cell) ? `'${cell}` : cell) },
    quoted_match: QUOTED,
    record_delimiter: 'windows',
  });
}

/** The same of rows that are read while they are written. */
export function streamCsv(rows: AsyncIterable<CsvRow>): Readable {
  return Readable.from(toPieces(rows), { objectMode: false });
}

async function* toPieces(rows: AsyncIterable<CsvRow>): AsyncGenerator<string> {
  let piece = '';
  for await (const row of rows) {
    piece += writeCsv([row]);
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
