// An attachment of an email, before and after its content is there: a hosted one (`path`) is fetched when the email
// is sent, and stored as if it had come with the request.
import type { StoredContent } from '../../../platform/storage/upload-store.ts';

/** How a file is shown (RFC 2183). */
export type Disposition = 'inline' | 'attachment';

/** What a client says of a file. */
interface AttachmentFields {
  filename: string;
  contentType: string;
  /** Without its angle brackets. */
  contentId: string | null;
  disposition: Disposition;
}

/** An attachment of an email that is not stored yet: with its content, or with the URL where it will be. */
export type NewAttachment = AttachmentFields &
  ({ content: StoredContent; path: null } | { content: null; path: string });

/** An attachment of a stored email. */
export interface StoredAttachment extends AttachmentFields {
  id: string;
  path: string | null;
  /** Null: hosted, and not fetched yet. */
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
  path: string | null;
  size: number | null;
  storedId: string | null;
}

/** The columns of a row. */
export const ATTACHMENT_COLUMNS = `
  id, email_id AS "emailId", filename, content_type AS "contentType", content_id AS "contentId", disposition, path, size,
  stored_id AS "storedId"`;

/** A row as the code speaks of it. */
export function toStoredAttachment(row: AttachmentRow): StoredAttachment {
  const { emailId: _, storedId, size, ...fields } = row;
  return { ...fields, content: storedId === null || size === null ? null : { id: storedId, size } };
}
