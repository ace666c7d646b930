// Retention of imports: an import is removed with the refused rows of its file. There may be a million of these, so
// they are removed first, piece by piece.
import type { Database } from '../../../platform/db/connect.ts';

/** Refused rows that one statement deletes. */
const DELETED_AT_ONCE = 5_000;

const FIND = `SELECT id FROM contact_imports WHERE completed_at < $1 ORDER BY completed_at LIMIT 1`;

const DELETE_FAILURES = `
  DELETE FROM contact_import_failures
  WHERE import_id = $1 AND id = ANY(ARRAY(
    SELECT id FROM contact_import_failures WHERE import_id = $1 ORDER BY id LIMIT ${DELETED_AT_ONCE} FOR UPDATE))`;

/** Removes a piece of an import that ended before a time. @returns whether there may be more */
export async function removeOldImports(database: Database, endedBefore: Date): Promise<boolean> {
  const { rows } = await database.query<{ id: string }>(FIND, [endedBefore]);
  const [old] = rows;
  if (!old) return false;
  const { rowCount } = await database.query(DELETE_FAILURES, [old.id]);
  if ((rowCount ?? 0) < DELETED_AT_ONCE)
    await database.query('DELETE FROM contact_imports WHERE id = $1', [old.id]);
  return true;
}
