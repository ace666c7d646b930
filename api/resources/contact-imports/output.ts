// JSON forms of imports (docs/reference/contact-imports.md#the-import-record), and their failures as CSV.
import type { Readable } from 'node:stream';
import { type CsvRow, streamCsv } from '../../../shared/platform/csv/write-csv.ts';
import {
  type ContactImport,
  type ImportColumns,
  withTotal,
} from '../../../shared/resources/flows/contact-imports/contact-import.ts';
import type { ImportFailure } from '../../../shared/resources/flows/contact-imports/failures/list.ts';

/** Reasons that an import shows. */
const IMPORT_REASONS_SHOWN = 50;

/** An import, also as an item of a list: Resend's SDK declares it so. */
export function toContactImport(each: ContactImport) {
  return {
    object: 'contact_import',
    id: each.id,
    audience_id: each.audienceId,
    status: each.status,
    on_conflict: each.onConflict,
    encoding: each.encoding,
    filename: each.fileName,
    size: each.size,
    progress: progressOf(each),
    counts: withTotal(each),
    columns: each.columns && toUsedAndIgnored(each.columns),
    reasons: toReasons(each.reasons ?? {}),
    error: each.error,
    created_at: each.createdAt.toISOString(),
    completed_at: each.completedAt?.toISOString() ?? null,
  };
}

/** A column with several fields has them all, with commas. */
function toUsedAndIgnored({ used, ignored }: ImportColumns) {
  const fields = new Map<string, string[]>();
  for (const [, name, field] of used) fields.set(name, [...(fields.get(name) ?? []), field]);
  // A column may be named `__proto__`.
  return { used: Object.fromEntries(Array.from(fields, ([name, of]) => [name, of.join(', ')])), ignored };
}

/** The most frequent ones. */
function toReasons(reasons: Record<string, number>) {
  return Object.entries(reasons)
    .map(([reason, count]) => ({ reason, count }))
    .sort((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1))
    .slice(0, IMPORT_REASONS_SHOWN);
}

/** The progress in percent; 100 only when it is completed. */
function progressOf({ status, bytesRead, size }: ContactImport): number {
  return status === 'completed' ? 100 : Math.min(Math.floor((100 * bytesRead) / size), 99);
}

/** An item of GET /contacts/imports/:id/failures. */
export function toFailureItem({ id, row, reason, cells }: ImportFailure) {
  return { id, row, reason, cells };
}

/**
 * The failures as a CSV file: the columns of the imported file after the number and the reason, so that it can be
 * imported again when it is corrected.
 */
export function toFailuresCsv(header: readonly string[], failures: AsyncIterable<ImportFailure>): Readable {
  return streamCsv(toRows(header, failures));
}

async function* toRows(
  header: readonly string[],
  failures: AsyncIterable<ImportFailure>,
): AsyncGenerator<CsvRow> {
  yield ['row', 'reason', ...header];
  for await (const { row, reason, cells } of failures) yield [row, reason, ...cells];
}
