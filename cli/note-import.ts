// Notes about an import for a person, on stderr: which columns of the file it has ignored, and how to read the rows that
// it has refused. stdout has its record, as JSON (docs/cli.md).
import type { ProgressOutput } from './transfer/progress.ts';

/** The fields of an import that the notes read; an older server has no `columns`. */
export interface NotedImport {
  object: 'contact_import';
  id: string;
  counts?: { failed: number };
  /** Null: the header was not read yet. */
  columns?: { ignored: string[] } | null;
}

const SHOWN_COLUMNS = 20;

/** Whether the answer of a command is an import. */
export function isImport(answer: unknown): answer is NotedImport {
  return (answer as { object?: unknown } | null)?.object === 'contact_import';
}

/** Writes the notes; an import that has left out nothing has none. */
export function noteImport({ id, counts, columns }: NotedImport, stderr: ProgressOutput): void {
  const { ignored = [] } = columns ?? {};
  if (ignored.length > 0) {
    stderr.write(
      `Ignored columns: ${listColumns(ignored)}. They match no contact field or property. Use --create-properties to create properties.\n`,
    );
  }
  if (counts && counts.failed > 0) {
    stderr.write(
      `Rejected rows: ${counts.failed}. To see them with reasons: posthorn contacts imports failures ${id} --output failures.csv\n`,
    );
  }
}

function listColumns(names: readonly string[]): string {
  const more = names.length - SHOWN_COLUMNS;
  const shown = names.slice(0, SHOWN_COLUMNS).map((name) => `"${name.replaceAll(/\p{Cc}/gu, ' ')}"`);
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
