// Uploads: stored contents that no email and no import refers to yet. The transaction that writes a reference also removes the row of
// the upload, so a content is either referred to or an upload, never both: a concurrent discard waits for that
// transaction and then finds nothing to delete. Uploads of a killed process are removed by retention.
import type { Database } from '../db/connect.ts';
import type { Transaction } from '../db/transaction.ts';

/** The table with the chunks of contents: `attachment_chunks`, or the table of a resource that stores its contents apart. */
export type ChunkTable = string;

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

/** A content, and the id of its copy. */
export interface UploadCopy {
  source: { id: string /** In bytes. */; size: number };
  id: string;
}

/** `OFFSET 0`: each content is looked up by its id, and no plan reads all of them. */
const copyingFrom = (table: ChunkTable) => `
  WITH copy AS MATERIALIZED (SELECT * FROM unnest($1::uuid[], $2::uuid[]) AS copy (source_id, id)),
  uploads AS (INSERT INTO attachment_uploads (id) SELECT id FROM copy),
  copied AS (
    INSERT INTO attachment_chunks (id, number, bytes)
    SELECT copy.id, number, bytes
    FROM copy CROSS JOIN LATERAL (SELECT number, bytes FROM ${table} WHERE id = copy.source_id OFFSET 0) AS chunk
    RETURNING id, octet_length(bytes) AS size
  )
  SELECT id, sum(size)::integer AS size FROM copied GROUP BY id`;

/**
 * Copies contents within Postgres, as uploads: what then refers to them keeps them when the originals are removed. The
 * caller discards them if nothing does.
 * @throws UploadGoneError when an original is no longer complete
 */
export async function copyAsUploads(
  database: Database,
  table: ChunkTable,
  copies: readonly UploadCopy[],
): Promise<void> {
  if (copies.length === 0) return;
  const { rows } = await database.query<{ id: string; size: number }>({
    name: `copy-from-${table}`,
    text: copyingFrom(table),
    values: [copies.map(({ source }) => source.id), copies.map(({ id }) => id)],
  });
  const sizes = new Map(rows.map(({ id, size }) => [id, size]));
  if (copies.some(({ id, source }) => sizes.get(id) !== source.size))
    throw new UploadGoneError('A content that is copied no longer exists.');
}

/** A statement that deletes contents. @param ids SQL array of their ids */
export function contentsDeletion(ids: string, table: ChunkTable = 'attachment_chunks'): string {
  return `DELETE FROM ${table} WHERE id = ANY(${ids})`;
}

/** Deletes a content in the transaction that gives up the only reference to it. */
export async function deleteContent(transaction: Transaction, id: string): Promise<void> {
  await transaction.query({
    name: 'delete-content',
    text: contentsDeletion('$1::uuid[]'),
    values: [[id]],
  });
}

/** Deletes the contents that no email refers to. Safe to repeat; the others stay. */
export async function discardUploads(
  database: Database,
  ids: readonly string[],
  table?: ChunkTable,
): Promise<void> {
  if (ids.length === 0) return;
  await database.query(
    `WITH discarded AS (DELETE FROM attachment_uploads WHERE id = ANY($1::uuid[]) RETURNING id)
     ${contentsDeletion('ARRAY(SELECT id FROM discarded)', table)}`,
    [ids],
  );
}
