// Contents that no email refers to yet. The transaction that refers to one takes it over by removing its row, so a
// content is never both: discarding waits for that transaction and then finds nothing to discard. What a killed
// process leaves behind is discarded by a recurring task.
import type { Database } from '../db/connect.ts';
import type { Transaction } from '../db/transaction.ts';

/** No request lasts so long: Node ends one that has not arrived within five minutes. */
const ABANDONED_AFTER = '1 hour';
/** Contents in one statement: each may have 25 chunks. */
const DISCARDED_AT_A_TIME = 10;

const DISCARD = `
  WITH discarded AS (DELETE FROM attachment_uploads WHERE id = ANY($1::uuid[]) RETURNING id)
  DELETE FROM attachment_chunks WHERE id IN (SELECT id FROM discarded)`;

/** A content was discarded before anything could refer to it: the request that it came with was given up. */
export class UploadGoneError extends Error {
  override readonly name = 'UploadGoneError';
}

/** Takes contents over, within the transaction that refers to them. @throws UploadGoneError */
export async function takeOverUploads(transaction: Transaction, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const { rowCount } = await transaction.query({
    name: 'take-over-uploads',
    text: `DELETE FROM attachment_uploads WHERE id = ANY(ARRAY(
             SELECT id FROM attachment_uploads WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE))`,
    values: [wanted],
  });
  if (rowCount !== wanted.length) throw new UploadGoneError('A content is not there any more.');
}

/** Removes those of these contents that nothing refers to. Safe to repeat, and for contents that were taken over. */
export async function discardUploads(database: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await database.query(DISCARD, [ids]);
}

/** Removes what was left behind. @returns how many contents */
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
