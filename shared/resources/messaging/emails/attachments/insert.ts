// Inserts the attachments of a group of emails, in their transaction. From then on the uploaded contents belong to the
// emails.

import type { Transaction } from '../../../../platform/db/transaction.ts';
import { claimUploads } from '../../../../platform/storage/uploads.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { NewEmail } from '../email.ts';
import type { NewAttachment } from './attachment.ts';

const INSERT = `
  WITH attachments AS (
    INSERT INTO email_attachments (id, email_id, account_id, filename, content_type, content_id, disposition, path,
                                   size, stored_id, created_at)
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[],
                         $8::text[], $9::integer[], $10::uuid[], $11::timestamptz[])
    RETURNING email_id
  )
  UPDATE emails SET attachment_count = counted.count
  FROM (SELECT email_id, count(*) FROM attachments GROUP BY email_id) AS counted
  WHERE emails.id = counted.email_id AND emails.id = ANY($2::uuid[])`;

/** Inserts the attachments of emails that were inserted in this transaction. */
export async function insertAttachments(
  transaction: Transaction,
  emails: readonly NewEmail[],
  ids: Ids,
): Promise<void> {
  const rows = emails.flatMap((email) => withIds(email, ids));
  if (rows.length === 0) return;
  await transaction.query({
    name: 'accept-attachments',
    text: INSERT,
    values: [
      rows.map(({ id }) => id),
      rows.map(({ email }) => email.id),
      rows.map(({ email }) => email.accountId),
      rows.map(({ attachment }) => attachment.filename),
      rows.map(({ attachment }) => attachment.contentType),
      rows.map(({ attachment }) => attachment.contentId),
      rows.map(({ attachment }) => attachment.disposition),
      rows.map(({ attachment }) => attachment.path),
      rows.map(({ attachment }) => attachment.content?.size ?? null),
      rows.map(({ attachment }) => attachment.content?.id ?? null),
      rows.map(({ email }) => email.createdAt),
    ],
  });
  await claimUploads(
    transaction,
    rows.flatMap(({ attachment: { content } }) => content?.id ?? []),
  );
}

/** Lists show the largest id first, so the first attachment gets the largest id. */
function withIds(email: NewEmail, ids: Ids): { id: string; email: NewEmail; attachment: NewAttachment }[] {
  const { attachments = [] } = email;
  const made = attachments.map(() => ids.next()).reverse();
  return attachments.map((attachment, index) => ({ id: made[index] ?? '', email, attachment }));
}
