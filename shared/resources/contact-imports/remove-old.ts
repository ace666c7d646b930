// Retention of imports: an import and its failures are removed 30 days after its end.
import { IMPORT_RETENTION_DAYS } from '../../contract/limits.ts';
import type { Database } from '../../platform/db/connect.ts';
import { DAY_MS } from '../../platform/time/durations.ts';

/** Failures that one statement deletes, and the longest run: the next run continues. */
const DELETED_AT_ONCE = 5_000;
const REMOVING_MAX_MS = 10_000;

const FIND = `SELECT id FROM contact_imports WHERE completed_at < $1 ORDER BY completed_at LIMIT 1`;

const DELETE_FAILURES = `
  DELETE FROM contact_import_failures
  WHERE import_id = $1 AND id = ANY(ARRAY(
    SELECT id FROM contact_import_failures WHERE import_id = $1 ORDER BY id LIMIT ${DELETED_AT_ONCE} FOR UPDATE))`;

/** Removes imports that have ended long ago. Safe to repeat. @returns their number */
export async function removeOldImports(database: Database, now: Date): Promise<number> {
  const endedBefore = new Date(now.getTime() - IMPORT_RETENTION_DAYS * DAY_MS);
  const stopAtMs = performance.now() + REMOVING_MAX_MS;
  for (let removed = 0; ; removed += 1) {
    const { rows } = await database.query<{ id: string }>(FIND, [endedBefore]);
    const [old] = rows;
    if (!old) return removed;
    for (let isEnd = false; !isEnd; ) {
      if (performance.now() > stopAtMs) return removed;
      const { rowCount } = await database.query(DELETE_FAILURES, [old.id]);
      isEnd = (rowCount ?? 0) < DELETED_AT_ONCE;
    }
    await database.query('DELETE FROM contact_imports WHERE id = $1', [old.id]);
  }
}
