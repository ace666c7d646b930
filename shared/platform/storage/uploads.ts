// Uploads: stored contents that no email and no import refers to yet. The transaction that writes a reference also removes the row of
// the upload, so a content is either referred to or an upload, never both: a concurrent discard waits for that
// transaction and then finds nothing to delete. Uploads of a killed process are garbage-collected by a recurring task.
import type { Database } from '../db/connect.ts';
import type { Transaction } from '../db/transaction.ts';

/** Longer than any request: the server ends a request that has not arrived within two hours (api/http/server.ts). */
const ABANDONED_AFTER = '3 hours';
/** Most contents that one statement discards: each may have about a hundred chunks. */
const DISCARDED_AT_A_TIME = 10;

const DISCARD = `
  WITH discarded AS (DELETE FROM attachment_uploads WHERE id = ANY($1::uuid[]) RETURNING id)
  DELETE FROM attachment_chunks WHERE id IN (SELECT id FROM discarded)`;

/** A content was discarded before an email referred to it, because the request that uploaded it was given up. */
export class UploadGoneError extends Error {
  override readonly name = 'UploadGoneError';
}

/**
 * Removes the upload rows of contents, in the transaction that writes the references to them.
 * @throws UploadGoneError when one of them does not exist (any more)
 */
export async function claimUploads(transaction: Transaction, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const { rowCount } = await transaction.query({
    name: 'take-over-uploads',
    text: `DELETE FROM attachment_uploads WHERE id = ANY(ARRAY(
             SELECT id FROM attachment_uploads WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE))`,
    values: [wanted],
  });
  if (rowCount !== wanted.length) throw new UploadGoneError('An uploaded content no longer exists.');
}

/** Deletes a content in the transaction that gives up the only reference to it. */
export async function deleteContent(transaction: Transaction, id: string): Promise<void> {
  await transaction.query({
    name: 'delete-content',
    text: 'DELETE FROM attachment_chunks WHERE id = $1',
    values: [id],
  });
}

/** Deletes those of the contents that no email refers to. Safe to repeat; contents that are referred to are kept. */
export async function discardUploads(database: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await database.query(DISCARD, [ids]);
}

/** Deletes the contents of abandoned uploads. @returns their number */
export async function discardAbandonedUploads(database: Database): Promise<number> {
  let discarded = 0;
  for (;;) {
    const { rows } = await database.query<{ id: string }>(
      `SELECT id FROM attachment_uploads WHERE started_at < now() - interval '${ABANDONED_AFTER}'
       ORDER BY started_at LIMIT ${DISCARDED_AT_A_TIME}`,
    );
    await discardUploads(
      database,
      rows.map(({ id }) => id),
    );
    discarded += rows.length;
    if (rows.length < DISCARDED_AT_A_TIME) return discarded;
  }
}
