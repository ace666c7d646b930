// Estimates the memory that a waiting email takes, in order to limit the sum: its characters plus a constant.
import type { NewEmail, ParsedMailbox } from '../email.ts';
import { MAIL_PARTS } from '../parts/list.ts';

const OVERHEAD_BYTES = 1_000;
const SIZED = MAIL_PARTS.filter(({ sizeOf }) => sizeOf);

/** Size of an email in bytes, as if all of it were ASCII. */
export function sizeOfEmail(email: NewEmail): number {
  const { html, text, previewText, headers } = email;
  const mailboxes = [...email.to, ...email.cc, ...email.bcc, ...email.replyTo];
  return (
    OVERHEAD_BYTES +
    lengthOf([html, text, previewText]) +
    lengthOf(Object.values(headers)) +
    lengthOf(mailboxes.map((mailbox: ParsedMailbox) => mailbox.text)) +
    SIZED.reduce((sum, part) => sum + (part.isIn(email) ? (part.sizeOf?.(email) ?? 0) : 0), 0)
  );
}

function lengthOf(texts: readonly (string | null)[]): number {
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}
