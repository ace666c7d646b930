// Finds the bytes of a received email as it arrived: for its account, and by the id alone for a signed download link.
import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { StoredContent } from '../../../platform/storage/upload-store.ts';

/** The bytes of a message, and whose it is. */
export interface LinkedMessage extends StoredContent {
  accountId: string;
}

const FIND = `
  SELECT raw_id AS id, size, received_emails.account_id AS "accountId" FROM received_emails JOIN received_contents AS contents ON contents.id = received_emails.id
  WHERE received_emails.id = $1 AND parsed_at IS NOT NULL`;

/**
 * The bytes of an email of an account.
 * @throws DomainError `not_found` when it does not exist, or is not parsed yet
 */
export async function requireRaw(database: Queryable, accountId: string, id: string): Promise<StoredContent> {
  const { rows } = await database.query<StoredContent>(`${FIND} AND received_emails.account_id = $2`, [
    id,
    accountId,
  ]);
  if (!rows[0]) throw notFound('Email');
  return rows[0];
}

/** The bytes of the email of a signed link; undefined when it no longer exists. */
export async function findLinkedRaw(database: Queryable, id: string): Promise<LinkedMessage | undefined> {
  const { rows } = await database.query<LinkedMessage>(FIND, [id]);
  return rows[0];
}
