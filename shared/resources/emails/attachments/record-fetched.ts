// Writes down that a hosted attachment was fetched. Two workers may send to recipients of one email and fetch it
// both: the first one's content counts, so that all recipients get the same.
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { StoredContent } from '../../../platform/storage/upload-store.ts';
import { discardUploads, takeOverUploads } from '../../../platform/storage/uploads.ts';

/** @returns the content that counts. @throws Error when the attachment is gone */
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
    if (rowCount === 1) await takeOverUploads(client, [content.id]);
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
