// The data of an attachment of an email. The content of a hosted attachment (`path`) is fetched when the email is sent,
// and then stored like an uploaded one.
import type { StoredContent } from '../../../../platform/storage/upload-store.ts';

/** How a file is presented (RFC 2183). */
export type Disposition = 'inline' | 'attachment';

/** The metadata of a file that the client gives. */
interface AttachmentFields {
  filename: string;
  contentType: string;
  /** Without angle brackets. */
  contentId: string | null;
  disposition: Disposition;
  /** Content-Description; null or absent: none. */
  description?: string | null;
}

/** An attachment of an email that is not stored yet: with its content, or with the URL of its content. */
export type NewAttachment = AttachmentFields &
  ({ content: StoredContent; path: null } | { content: null; path: string });

/** An attachment of a stored email. */
export interface StoredAttachment extends AttachmentFields {
  id: string;
  path: string | null;
  /** Null: a hosted attachment that has not been fetched yet. */
  content: StoredContent | null;
}

/** A row of `email_attachments`. */
export interface AttachmentRow {
  id: string;
  emailId: string;
  filename: string;
  contentType: string;
  contentId: string | null;
  disposition: Disposition;
  description: string | null;
  path: string | null;
  size: number | null;
  storedId: string | null;
}

/** The columns of a row. */
export const ATTACHMENT_COLUMNS = `
  id, email_id AS "emailId", filename, content_type AS "contentType", content_id AS "contentId", disposition, description, path,
  size, stored_id AS "storedId"`;

/** Converts a row. */
export function toStoredAttachment(row: AttachmentRow): StoredAttachment {
  const { emailId: _, storedId, size, ...fields } = row;
  return { ...fields, content: storedId === null || size === null ? null : { id: storedId, size } };
}
