// Reads the files of received emails: a page or one of an email for its account, and one by its id alone for a signed
// download link.
import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { findPage, type Page, type PageRequest } from '../../../platform/db/page.ts';
import type { ReceivedAttachment } from './find.ts';

const COLUMNS = `id, filename, charset_guessed AS "charsetGuessed", content_type AS "contentType", content_id AS "contentId",
  disposition, description, size, stored_id AS "storedId"`;

/**
 * A page of the files of an email, in their order.
 * @throws DomainError `not_found` when the email does not exist, or is not parsed yet
 */
export async function listReceivedAttachments(
  database: Queryable,
  accountId: string,
  emailId: string,
  request: PageRequest,
): Promise<Page<ReceivedAttachment>> {
  const { rowCount } = await database.query(
    'SELECT FROM received_emails WHERE id = $1 AND account_id = $2 AND parsed_at IS NOT NULL',
    [emailId, accountId],
  );
  if (rowCount === 0) throw notFound('Email');
  return await findPage<ReceivedAttachment>(
    database,
    {
      select: `SELECT ${COLUMNS} FROM received_attachments`,
      where: 'received_id = $1 AND account_id = $2',
      values: [emailId, accountId],
    },
    request,
  );
}

/**
 * One file of an email of an account.
 * @throws DomainError `not_found`
 */
export async function requireReceivedAttachment(
  database: Queryable,
  { accountId, emailId, id }: { accountId: string; emailId: string; id: string },
): Promise<ReceivedAttachment> {
  const { rows } = await database.query<ReceivedAttachment>(
    `SELECT ${COLUMNS} FROM received_attachments WHERE id = $1 AND received_id = $2 AND account_id = $3`,
    [id, emailId, accountId],
  );
  if (!rows[0]) throw notFound('Attachment');
  return rows[0];
}

/** The file of a signed link; undefined when it no longer exists. */
export async function findLinkedReceivedAttachment(
  database: Queryable,
  id: string,
): Promise<(ReceivedAttachment & { accountId: string }) | undefined> {
  const { rows } = await database.query<ReceivedAttachment & { accountId: string }>(
    `SELECT ${COLUMNS}, account_id AS "accountId" FROM received_attachments WHERE id = $1`,
    [id],
  );
  return rows[0];
}
