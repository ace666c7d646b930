// Reads attachments: all of several emails in order to send them, a page or one of an email for its account, and one by
// its id alone for a signed download link.
import { notFound } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { findPage, type Page, type PageRequest } from '../../../../platform/db/page.ts';
import { requireEmailToExist } from '../exists.ts';
import {
  ATTACHMENT_COLUMNS,
  type AttachmentRow,
  type StoredAttachment,
  toStoredAttachment,
} from './attachment.ts';

/** Email id → its attachments, in their order. Emails without attachments are missing. */
export async function findAttachmentsOf(
  database: Queryable,
  emailIds: readonly string[],
): Promise<Map<string, StoredAttachment[]>> {
  const { rows } = await database.query<AttachmentRow>({
    name: 'load-attachments',
    text: `SELECT ${ATTACHMENT_COLUMNS} FROM email_attachments WHERE email_id = ANY($1::uuid[]) ORDER BY id DESC`,
    values: [emailIds],
  });
  const found = new Map<string, StoredAttachment[]>();
  for (const row of rows)
    found.set(row.emailId, [...(found.get(row.emailId) ?? []), toStoredAttachment(row)]);
  return found;
}

/**
 * A page of an email's attachments, in their order.
 * @throws DomainError `not_found` when the email does not exist
 */
export async function listAttachments(
  database: Queryable,
  accountId: string,
  emailId: string,
  request: PageRequest,
): Promise<Page<StoredAttachment>> {
  await requireEmailToExist(database, accountId, emailId);
  const page = await findPage<AttachmentRow>(
    database,
    {
      select: `SELECT ${ATTACHMENT_COLUMNS} FROM email_attachments`,
      where: 'email_id = $1 AND account_id = $2',
      values: [emailId, accountId],
    },
    request,
  );
  return { ...page, rows: page.rows.map(toStoredAttachment) };
}

/** An attachment, its email and its account. */
export interface AttachmentKey {
  accountId: string;
  emailId: string;
  id: string;
}

/**
 * One attachment of an account's email.
 * @throws DomainError `not_found`
 */
export async function requireAttachment(
  database: Queryable,
  { accountId, emailId, id }: AttachmentKey,
): Promise<StoredAttachment> {
  const { rows } = await database.query<AttachmentRow>(
    `SELECT ${ATTACHMENT_COLUMNS} FROM email_attachments WHERE id = $1 AND email_id = $2 AND account_id = $3`,
    [id, emailId, accountId],
  );
  if (!rows[0]) throw notFound('Attachment');
  return toStoredAttachment(rows[0]);
}

/** The attachment of a signed link; undefined when it no longer exists. */
export async function findLinkedAttachment(
  database: Queryable,
  id: string,
): Promise<(StoredAttachment & { accountId: string }) | undefined> {
  const { rows } = await database.query<AttachmentRow & { accountId: string }>(
    `SELECT ${ATTACHMENT_COLUMNS}, account_id AS "accountId" FROM email_attachments WHERE id = $1`,
    [id],
  );
  return rows[0] && { ...toStoredAttachment(rows[0]), accountId: rows[0].accountId };
}
