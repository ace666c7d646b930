// Inserts the attachments of a group of emails, in their transaction. From then on the uploaded contents belong to the
// emails.

import { column, sentRows } from '../../../../platform/db/sent-rows.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { claimUploads } from '../../../../platform/storage/uploads.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { NewEmail } from '../email.ts';
import type { NewAttachment } from './attachment.ts';

/** An attachment with its email. */
interface AttachmentRow {
  id: string;
  email: NewEmail;
  attachment: NewAttachment;
}

const COLUMNS = {
  id: column<AttachmentRow>('uuid', ({ id }) => id),
  email_id: column<AttachmentRow>('uuid', ({ email }) => email.id),
  account_id: column<AttachmentRow>('uuid', ({ email }) => email.accountId),
  filename: column<AttachmentRow>('text', ({ attachment }) => attachment.filename),
  content_type: column<AttachmentRow>('text', ({ attachment }) => attachment.contentType),
  content_id: column<AttachmentRow>('text', ({ attachment }) => attachment.contentId),
  disposition: column<AttachmentRow>('text', ({ attachment }) => attachment.disposition),
  path: column<AttachmentRow>('text', ({ attachment }) => attachment.path),
  size: column<AttachmentRow>('integer', ({ attachment }) => attachment.content?.size),
  stored_id: column<AttachmentRow>('uuid', ({ attachment }) => attachment.content?.id),
  created_at: column<AttachmentRow>('time', ({ email }) => email.createdAt),
};

const SENT = sentRows([COLUMNS]);

const INSERT = `
  WITH attachments AS (${SENT.insertInto('email_attachments', COLUMNS)} RETURNING email_id)
  UPDATE emails SET attachment_count = counted.count
  FROM (SELECT email_id, count(*) FROM attachments GROUP BY email_id) AS counted
  WHERE emails.id = counted.email_id AND emails.id = ANY(${SENT.parameter(COLUMNS.email_id)}::uuid[])`;

/** Inserts the attachments of emails that were inserted in this transaction. */
export async function insertAttachments(
  transaction: Transaction,
  emails: readonly NewEmail[],
  ids: Ids,
): Promise<void> {
  const rows = emails.flatMap((email) => withIds(email, ids));
  if (rows.length === 0) return;
  await transaction.query({ name: 'accept-attachments', text: INSERT, values: SENT.values(rows) });
  await claimUploads(
    transaction,
    rows.flatMap(({ attachment: { content } }) => content?.id ?? []),
  );
}

/** Lists show the largest id first, so the first attachment gets the largest id. */
function withIds(email: NewEmail, ids: Ids): AttachmentRow[] {
  const { attachments = [] } = email;
  const made = attachments.map(() => ids.next()).reverse();
  return attachments.map((attachment, index) => ({ id: made[index] ?? '', email, attachment }));
}
