// Parses a CSV file (RFC 4180) into records, as it is read: quoted cells may hold delimiters, quotes and line breaks,
// and a line ends with LF, CRLF or CR. A quote inside of a cell that does not begin with one is an ordinary character.
import { pipeline, Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { IMPORT_ROW_MAX_BYTES } from '../../../contract/limits.ts';
import { UnreadableFileError } from './unreadable-file.ts';

const MEGABYTE = 1024 * 1024;

/**
 * The records of a file in UTF-8, the header first. An empty line is a record of one empty cell. The records before the
 * one that cannot be parsed are returned too.
 * @throws UnreadableFileError
 */
export async function* parseRecords(
  pieces: AsyncIterable<Buffer>,
  delimiter: string,
): AsyncGenerator<string[]> {
  let failure: CsvError | undefined;
  const parser = parse({
    bom: true,
    delimiter,
    ltrim: true,
    max_record_size: IMPORT_ROW_MAX_BYTES,
    on_skip: (error) => {
      failure ??= error;
    },
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    rtrim: true,
    // An error would drop the records that were parsed and not read yet.
    skip_records_with_error: true,
  });
  // After a failure the rest is not parsed: nothing says where the next record begins.
  async function* untilFailure() {
    for await (const piece of pieces) {
      if (failure) return;
      yield piece;
    }
  }
  // An error of the pieces reaches the loop below through the parser.
  pipeline(Readable.from(untilFailure()), parser, () => {});
  let row = 0;
  for await (const record of parser) {
    if (failure && row >= Number(failure['records'])) break;
    row += 1;
    yield record as string[];
  }
  if (failure) throw explain(failure, row + 1);
}

/** @param row the first one that could not be parsed */
function explain({ code }: CsvError, row: number): Error {
  const hint = 'Is a quote not closed?';
  if (code === 'CSV_MAX_RECORD_SIZE') {
    const limit = IMPORT_ROW_MAX_BYTES / MEGABYTE;
    return new UnreadableFileError(`Row ${row} has more than ${limit} MB. ${hint}`);
  }
  return new UnreadableFileError(`Row ${row} cannot be parsed. ${hint}`);
}
