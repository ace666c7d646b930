// Records that a hosted attachment was fetched, by a compare-and-set: if two workers fetch the same attachment for
// different recipients of an email, the first one's content is used for all, so that every recipient gets the same.
import type { Database } from '../../../../platform/db/connect.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import type { StoredContent } from '../../../../platform/storage/upload-store.ts';
import { claimUploads, discardUploads } from '../../../../platform/storage/uploads.ts';

/**
 * Stores the content unless another one is stored already.
 * @returns the content that is used
 * @throws Error when the attachment no longer exists
 */
export async function recordFetched(
  database: Database,
  attachmentId: string,
  content: StoredContent,
): Promise<StoredContent> {
  const isFirst = await transaction(database, async (client) => {
    const { rowCount } = await client.query(
      'UPDATE email_attachments SET size = $2, stored_id = $3 WHERE id = $1 AND stored_id IS NULL',
      [attachmentId, content.size, content.id],
    );
    if (rowCount === 1) await claimUploads(client, [content.id]);
    return rowCount === 1;
  });
  if (isFirst) return content;
  await discardUploads(database, [content.id]);
  const { rows } = await database.query<StoredContent>(
    'SELECT stored_id AS id, size FROM email_attachments WHERE id = $1 AND stored_id IS NOT NULL',
    [attachmentId],
  );
  if (!rows[0]) throw new Error(`Attachment ${attachmentId} does not exist any more.`);
  return rows[0];
}
