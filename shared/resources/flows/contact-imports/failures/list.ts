// Reads the rows of a file that were not imported: in pages, or all of them for a file.
import type { Database, Queryable } from '../../../../platform/db/connect.ts';
import type { List } from '../../../../platform/db/list.ts';
import { NIL_UUID } from '../../../../platform/time/ids.ts';

/** A row that was not imported. */
export interface ImportFailure {
  id: string;
  /** The row in the file, counted from 1, which is the header. */
  row: number;
  reason: string;
  /** Long ones are cut. Empty: the person was erased. */
  cells: string[];
}

const COLUMNS = 'id, row, reason, cells';
/** Failures that a file is read by: some megabytes at most. */
const READ_AT_ONCE = 500;

/** The failures of an import, the last row first. */
export const IMPORT_FAILURE_LIST: List<ImportFailure> = {
  columns: COLUMNS,
  from: 'contact_import_failures',
  within: 'import_id',
};

/** The names of the columns of an import's file; none until its first rows are imported. */
export async function findHeader(database: Queryable, importId: string): Promise<string[]> {
  const { rows } = await database.query<{ header: string[] | null }>({
    name: 'find-import-header',
    text: 'SELECT header FROM contact_imports WHERE id = $1',
    values: [importId],
  });
  return rows[0]?.header ?? [];
}

/** All failures of an import, in the order of the file. */
export async function* readFailures(database: Database, importId: string): AsyncGenerator<ImportFailure> {
  let after = NIL_UUID;
  for (;;) {
    const { rows } = await database.query<ImportFailure>({
      name: 'read-import-failures',
      text: `SELECT ${COLUMNS} FROM contact_import_failures
             WHERE import_id = $1 AND id > $2 ORDER BY id LIMIT ${READ_AT_ONCE}`,
      values: [importId, after],
    });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < READ_AT_ONCE) return;
    after = last.id;
  }
}
