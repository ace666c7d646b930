// Estimates the memory that a waiting email takes, in order to limit the sum: its characters plus a constant.
import type { NewEmail, ParsedMailbox } from '../email.ts';

const OVERHEAD_BYTES = 1_000;

/** Size of an email in bytes, as if all of it were ASCII. */
export function sizeOfEmail({ html, text, previewText, headers, rendered, ...email }: NewEmail): number {
  const mailboxes = [...email.to, ...email.cc, ...email.bcc, ...email.replyTo];
  return (
    OVERHEAD_BYTES +
    lengthOf([html, text, previewText]) +
    (rendered ? JSON.stringify(rendered.data).length : 0) +
    lengthOf(Object.values(headers)) +
    lengthOf(mailboxes.map((mailbox: ParsedMailbox) => mailbox.text))
  );
}

function lengthOf(texts: readonly (string | null)[]): number {
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}
