// Makes the forward of a received email: its contents and files under our own sender, or a text with the whole message as
// a file.

import { DomainError } from '../../../../contract/domain-error.ts';
import {
  ATTACHMENTS_MAX,
  ATTACHMENTS_MAX_BYTES,
  CONTENT_ID_MAX_LENGTH,
  CONTENT_MAX_BYTES,
  FILENAME_MAX_LENGTH,
} from '../../../../contract/limits.ts';
import type { MailBody } from '../../../../contract/mail/fields.ts';
import { CONTENT_ID, isAttachableType, UNKNOWN_TYPE } from '../../../../mail/content-types.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { StoredContent } from '../../../../platform/storage/upload-store.ts';
import type { NewAttachment } from '../../emails/attachments/attachment.ts';
import type { ParsedMailbox } from '../../emails/email.ts';
import type { ReceivedAttachment, ReceivedEmail } from '../find.ts';
import { chooseSender, findOwnMailboxes } from './mailboxes.ts';
import { countHop, type ReceivedReply, subjectOf } from './received-reply.ts';

/** The input of the client. */
export interface ForwardInput extends MailBody {
  /** null: the address that has received the original. */
  from: ParsedMailbox | null;
  to: ParsedMailbox[];
  /** The original unchanged, with its own contents and files; false: as a file, with these contents. */
  passthrough: boolean;
}

/** A file to forward. Its content is in received_chunks. */
export type ForwardedFile = NewAttachment & { content: StoredContent };

/** A forward before it is accepted, with the files of the original. */
export type Forward = ReceivedReply & { files: ForwardedFile[] };

const MESSAGE_FILENAME = 'forwarded_message.eml';
const MESSAGE_TYPE = 'message/rfc822';
const FORWARD_SUBJECT = /^fwd?\s*:/i;
const MIB = 1024 * 1024;

/**
 * Makes a forward.
 * @throws DomainError `validation_error`: it is too large, it cannot be forwarded unchanged, or it is the tenth hop
 */
export async function makeForward(
  database: Queryable,
  accountId: string,
  original: ReceivedEmail,
  { from, to, passthrough, html, text }: ForwardInput,
): Promise<Forward> {
  const headers = countHop(original);
  if (passthrough) refuseUnfit(original);
  const files = passthrough ? original.attachments.map(toFile) : [messageOf(original)];
  refuseTooLarge(files);
  const sender = chooseSender(from, await findOwnMailboxes(database, accountId, original));
  const contents = passthrough ? original : { html, text };
  return {
    from: sender,
    to,
    cc: [],
    bcc: [],
    subject: passthrough ? subjectOf(original) : subjectOf(original, 'Fwd: ', FORWARD_SUBJECT),
    html: contents.html,
    text: contents.text,
    headers,
    files,
  };
}

/** Refuses an original that is not complete, or has more than an email may have: a part would be lost. */
function refuseUnfit({ parseError, html, text, attachments }: ReceivedEmail): void {
  const bytes = Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? '');
  const fault =
    (parseError !== null && 'could not be parsed completely') ||
    (attachments.length > ATTACHMENTS_MAX && `has more than ${ATTACHMENTS_MAX} files`) ||
    (bytes > CONTENT_MAX_BYTES && `has more than ${CONTENT_MAX_BYTES / MIB} MB of HTML and text`);
  if (!fault) return;
  throw new DomainError(
    'validation_error',
    `The email ${fault}. Forward it as a file instead: use \`passthrough: false\` with a \`text\`.`,
  );
}

function refuseTooLarge(files: readonly ForwardedFile[]): void {
  const bytes = files.reduce((sum, { content }) => sum + content.size, 0);
  if (bytes <= ATTACHMENTS_MAX_BYTES) return;
  throw new DomainError(
    'validation_error',
    `The attachments of the email are larger than ${ATTACHMENTS_MAX_BYTES / MIB} MB together. Nothing was sent.`,
  );
}

function messageOf({ rawId, size }: ReceivedEmail): ForwardedFile {
  const fields = { filename: MESSAGE_FILENAME, contentType: MESSAGE_TYPE } as const;
  return { ...fields, contentId: null, disposition: 'attachment', content: { id: rawId, size }, path: null };
}

/** The sender's fields of a file may be anything; values that our emails cannot have are left out. */
function toFile(
  { filename, contentType, contentId, disposition, description, size, storedId }: ReceivedAttachment,
  index: number,
): ForwardedFile {
  const name = (filename ?? '').replace(/\p{Cc}+/gu, ' ').trim();
  const fits = contentId !== null && contentId.length <= CONTENT_ID_MAX_LENGTH && CONTENT_ID.test(contentId);
  const isShown = disposition === 'inline' || (disposition === null && fits);
  return {
    filename: name.slice(0, FILENAME_MAX_LENGTH).toWellFormed() || `attachment-${index}`,
    contentType: isAttachableType(contentType) ? contentType : UNKNOWN_TYPE,
    contentId: fits ? contentId : null,
    disposition: isShown ? 'inline' : 'attachment',
    description,
    content: { id: storedId, size },
    path: null,
  };
}
