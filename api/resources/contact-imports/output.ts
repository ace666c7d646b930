// JSON forms of imports (docs/reference/contact-imports.md#the-import-record), and their failures as CSV.
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { type ContactImport, withTotal } from '../../../shared/resources/contact-imports/contact-import.ts';
import type { ImportFailure } from '../../../shared/resources/contact-imports/failures/list.ts';

/** Bytes that a file is sent by. */
const PIECE_BYTES = 64 * 1024;

/** An import, also as an item of a list: Resend's SDK declares it so. */
export function toContactImport(each: ContactImport) {
  return {
    object: 'contact_import',
    id: each.id,
    audience_id: each.audienceId,
    status: each.status,
    on_conflict: each.onConflict,
    encoding: each.encoding,
    size: each.size,
    progress: progressOf(each),
    counts: withTotal(each),
    error: each.error,
    created_at: each.createdAt.toISOString(),
    completed_at: each.completedAt?.toISOString() ?? null,
  };
}

/** In percent; 100 only when it is completed. */
function progressOf({ status, bytesRead, size }: ContactImport): number {
  return status === 'completed' ? 100 : Math.min(Math.floor((100 * bytesRead) / size), 99);
}

/** An item of GET /contacts/imports/:id/failures. */
export function toFailureItem({ id, row, reason, cells }: ImportFailure) {
  return { id, row, reason, cells };
}

/**
 * The failures as a CSV file: the columns of the imported file behind the number and the reason, so that it can be
 * imported again when it is corrected. A spreadsheet must not execute a cell, so those that begin like a formula are
 * escaped.
 */
export function toFailuresCsv(header: readonly string[], failures: AsyncIterable<ImportFailure>): Readable {
  const csv = stringify({ escape_formulas: true, record_delimiter: 'windows' });
  const lines = Readable.from(toRecords(header, failures), { objectMode: true });
  lines.on('error', (error) => csv.destroy(error));
  return inPieces(lines.pipe(csv));
}

async function* toRecords(header: readonly string[], failures: AsyncIterable<ImportFailure>) {
  yield ['row', 'reason', ...header];
  for await (const { row, reason, cells } of failures) yield [String(row), reason, ...cells];
}

/** The library makes a piece of each line. */
function inPieces(lines: AsyncIterable<Buffer>): Readable {
  return Readable.from(
    (async function* join() {
      let pieces: Buffer[] = [];
      let bytes = 0;
      for await (const line of lines) {
        pieces.push(line);
        bytes += line.length;
        if (bytes < PIECE_BYTES) continue;
        yield Buffer.concat(pieces);
        pieces = [];
        bytes = 0;
      }
      yield Buffer.concat(pieces);
    })(),
  );
}
