// Answers that are streamed, because they may be larger than memory: whole lists, received messages. Their first piece
// is made before the answer begins, so that what fails until then is answered as an error. Later the connection can only
// be broken off (api/middleware/errors.ts), which shows the client that the answer is not complete.
import { Readable } from 'node:stream';
import { type CsvRow, writeCsv } from '../../shared/platform/csv/write-csv.ts';
import { Content } from '../reply.ts';

/** An answer of pieces, which are made while the client reads. */
export async function streamed(
  type: string,
  pieces: AsyncGenerator<string | Buffer>,
  filename?: string,
): Promise<Content> {
  const first = await pieces.next();
  return new Content(type, Readable.from(withFirst(first, pieces), { objectMode: false }), filename);
}

async function* withFirst<Piece>(
  first: IteratorResult<Piece>,
  others: AsyncGenerator<Piece>,
): AsyncGenerator<Piece> {
  try {
    if (!first.done) yield first.value;
    yield* others;
  } finally {
    // The client may have disconnected before the first piece was read.
    await others.return(undefined);
  }
}

/** A whole list as JSON, in the form of every list. @param pages its rows, in the order of the list */
export function streamedList<Row>(
  pages: AsyncIterable<readonly Row[]>,
  toItem: (row: Row) => object,
): Promise<Content> {
  return streamed('application/json; charset=utf-8', listPieces(pages, toItem));
}

async function* listPieces<Row>(
  pages: AsyncIterable<readonly Row[]>,
  toItem: (row: Row) => object,
): AsyncGenerator<string> {
  let beginning = '{"object":"list","has_more":false,"data":[';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield beginning + rows.map((row) => JSON.stringify(toItem(row))).join(',');
    beginning = ',';
  }
  yield beginning === ',' ? ']}' : `${beginning}]}`;
}

/** The columns of a file: name → what a row has there. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvRow[number]>>;

/** A whole list as a CSV file with a header. @param pages its rows, in the order of the file */
export function streamedCsv<Row>(
  pages: AsyncIterable<readonly Row[]>,
  columns: CsvColumns<Row>,
  filename: string,
): Promise<Content> {
  return streamed('text/csv; charset=utf-8', csvPieces(pages, columns), filename);
}

async function* csvPieces<Row>(
  pages: AsyncIterable<readonly Row[]>,
  columns: CsvColumns<Row>,
): AsyncGenerator<string> {
  const cells = Object.values(columns);
  let header = writeCsv([Object.keys(columns)]);
  for await (const rows of pages) {
    yield header + writeCsv(rows.map((row) => cells.map((cellOf) => cellOf(row))));
    header = '';
  }
  if (header !== '') yield header;
}
