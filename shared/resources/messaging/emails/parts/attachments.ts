// Files of an email. From acceptance on, uploaded contents belong to it (docs/architecture/attachments.md).

import { column, sentRows } from '../../../../platform/db/parameters/sent-rows.ts';
import { rewriteTexts, type TextColumns } from '../../../../platform/db/rewrite-texts.ts';
import { claimUploads, contentsDeletion } from '../../../../platform/storage/uploads.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { Eraser } from '../../../foundation/erasing/eraser.ts';
import type { NewAttachment, StoredAttachment } from '../attachments/attachment.ts';
import { findAttachmentsOf } from '../attachments/find.ts';
import type { NewEmail } from '../email.ts';
import type { MailPart } from './mail-part.ts';

declare module '../email.ts' {
  interface NewEmail {
    /** Absent: no attachments. */
    attachments?: readonly NewAttachment[] | undefined;
  }
}

declare module '../delivery/loaded-email.ts' {
  interface LoadedEmail {
    attachmentCount: number;
    attachments: StoredAttachment[];
  }
}

const NONE: ReadonlyMap<string, StoredAttachment[]> = new Map();

const TEXTS: TextColumns = {
  table: 'email_attachments',
  by: 'email_id',
  key: { name: 'id', type: 'uuid' },
  columns: { filename: 'text', content_id: 'text', description: 'text', path: 'text' },
};

export const attachments: MailPart = {
  name: 'attachments',
  isIn: ({ attachments: given = [] }) => given.length > 0,
  async insert(transaction, emails, ids) {
    const rows = emails.flatMap((email) => withIds(email, ids));
    await transaction.query({ name: 'accept-attachments', text: INSERT, values: SENT.values(rows) });
    await claimUploads(
      transaction,
      rows.flatMap(({ attachment: { content } }) => content?.id ?? []),
    );
  },
  loads: { attachmentCount: 'emails.attachment_count' },
  async load(client, emails) {
    const ids = emails.flatMap(({ id, attachmentCount }) => (attachmentCount > 0 ? [id] : []));
    const found = ids.length === 0 ? NONE : await findAttachmentsOf(client, ids);
    for (const email of emails) email.attachments = found.get(email.id) ?? [];
  },
  erases: {
    emails: 'attachment_count = 0',
    rowTexts: TEXTS,
    async rows(client, { accountId, ids: values, own }, eraser) {
      if (own.length > 0) await client.query({ name: 'remove-files-of-person', text: REMOVE, values: [own] });
      await rewriteTexts(client, TEXTS, { accountId, values }, (name) => eraseFileName(name, eraser));
    },
  },
};

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
  description: column<AttachmentRow>('text', ({ attachment }) => attachment.description),
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

const REMOVE = `
  WITH files AS (
    DELETE FROM email_attachments WHERE email_id = ANY($1::uuid[]) RETURNING stored_id
  )
  ${contentsDeletion('ARRAY(SELECT stored_id FROM files WHERE stored_id IS NOT NULL)')}`;

/** Lists show the largest id first, so the first attachment gets the largest id. */
function withIds(email: NewEmail, ids: Ids): AttachmentRow[] {
  const { attachments: given = [] } = email;
  const made = given.map(() => ids.next()).reverse();
  return given.map((attachment, index) => ({ id: made[index] ?? '', email, attachment }));
}

/** `bo@customer.dev.pdf` would be an address of another domain. */
function eraseFileName(name: string, eraser: Eraser): string {
  const end = name.lastIndexOf('.');
  const stem = end === -1 ? name : name.slice(0, end);
  return eraser.erase(eraser.erase(stem) + name.slice(stem.length));
}
