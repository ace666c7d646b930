// Reads one received email of an account, once it is parsed.
import { notFound } from '../../../contract/domain-error.ts';
import type { MessageAuthentication } from '../../../mail/parse/parsed-message.ts';
import type { Queryable } from '../../../platform/db/connect.ts';

/** A file of a received email. */
export interface ReceivedAttachment {
  id: string;
  /** The name in the message; it may be anything, even a path. */
  filename: string | null;
  charsetGuessed: boolean;
  contentType: string;
  contentId: string | null;
  disposition: string | null;
  /** Content-Description. */
  description: string | null;
  /** The size in bytes. */
  size: number;
  storedId: string;
}

/** A received email as lists show it. */
export interface ReceivedSummary {
  id: string;
  createdAt: Date;
  /** The recipients of the envelope. */
  receivedFor: string[];
  from: string | null;
  to: string[];
  cc: string[];
  bcc: string[];
  replyTo: string[];
  subject: string | null;
  messageId: string | null;
  inReplyTo: string | null;
  threadId: string;
  authentication: MessageAuthentication;
  parseError: string | null;
  /** Whether its texts or header were not read by the charset that they declare. */
  charsetGuessed: boolean;
  attachments: ReceivedAttachment[];
}

/** A received email. */
export interface ReceivedEmail extends ReceivedSummary {
  /** The size of the message as it arrived, in bytes. */
  size: number;
  /** The id of its bytes, in received_chunks. */
  rawId: string;
  html: string | null;
  text: string | null;
  headers: { name: string; value: string }[];
}

/** The columns of a ReceivedSummary. */
export const RECEIVED_COLUMNS = `received_emails.id, received_emails.created_at AS "createdAt", received_for AS "receivedFor",
  from_address AS "from", to_addresses AS "to", cc_addresses AS cc, bcc_addresses AS bcc, reply_to_addresses AS "replyTo",
  subject, message_id AS "messageId", in_reply_to AS "inReplyTo", thread_id AS "threadId", authentication,
  parse_error AS "parseError", charset_guessed AS "charsetGuessed",
  (SELECT coalesce(json_agg(json_build_object(
     'id', id, 'filename', filename, 'charsetGuessed', received_attachments.charset_guessed, 'contentType', content_type,
     'contentId', content_id, 'disposition', disposition, 'description', description, 'size', size, 'storedId', stored_id)
     ORDER BY position), '[]')
   FROM received_attachments WHERE received_id = received_emails.id) AS attachments`;

type Row = Omit<ReceivedEmail, 'headers'> & { headers: [name: string, value: string][] };

/** Finds an email. @returns undefined: the account has none with this id, or it is not parsed yet */
export async function findReceived(
  database: Queryable,
  accountId: string,
  id: string,
): Promise<ReceivedEmail | undefined> {
  const { rows } = await database.query<Row>({
    name: 'find-received-email',
    text: `SELECT ${RECEIVED_COLUMNS}, received_emails.size, raw_id AS "rawId", html, text, coalesce(headers, '[]') AS headers
           FROM received_emails JOIN received_contents AS contents ON contents.id = received_emails.id
           WHERE received_emails.id = $2 AND received_emails.account_id = $1 AND parsed_at IS NOT NULL`,
    values: [accountId, id],
  });
  return rows.map(({ headers, ...email }) => ({
    ...email,
    headers: headers.map(([name, value]) => ({ name, value })),
  }))[0];
}

/** @throws DomainError `not_found` */
export async function requireReceived(
  database: Queryable,
  accountId: string,
  id: string,
): Promise<ReceivedEmail> {
  const email = await findReceived(database, accountId, id);
  if (!email) throw notFound('Email');
  return email;
}
