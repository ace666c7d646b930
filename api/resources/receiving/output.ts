// JSON forms of received emails and their files (docs/reference/receiving.md).
import { DISPOSITIONS } from '../../../shared/contract/receiving/values.ts';
import type { StoredContent } from '../../../shared/platform/storage/upload-store.ts';
import type { ReceivingAddress } from '../../../shared/resources/messaging/receiving/addresses/list.ts';
import type {
  ReceivedAttachment,
  ReceivedEmail,
  ReceivedSummary,
} from '../../../shared/resources/messaging/receiving/find.ts';
import {
  createDownloadLink,
  type LinkDeps,
  receivedAttachmentPath,
  receivedEmailPath,
} from '../emails/attachments/attachment-link.ts';
import type { HtmlFormat } from './input.ts';

/** An item of GET /emails/receiving. */
export function toReceivedItem(email: ReceivedSummary) {
  return {
    id: email.id,
    from: email.from,
    to: email.to,
    cc: email.cc,
    bcc: email.bcc,
    reply_to: email.replyTo,
    received_for: email.receivedFor,
    subject: email.subject,
    message_id: email.messageId,
    in_reply_to: email.inReplyTo,
    thread_id: email.threadId,
    authentication: toAuthentication(email.authentication),
    parse_error: email.parseError,
    charset_guessed: email.charsetGuessed,
    attachments: email.attachments.map(toFile),
    created_at: email.createdAt.toISOString(),
  };
}

/** The results in reading order; JSONB has another order. */
function toAuthentication({ spf, dkim, dmarc, arc }: ReceivedSummary['authentication']) {
  return { spf, dkim, dmarc, arc };
}

/** The answer of GET /emails/receiving/:id. @param html in the requested format */
export function toReceivedEmail(
  email: ReceivedEmail,
  html: string | null,
  format: HtmlFormat,
  deps: LinkDeps,
) {
  return {
    object: 'email',
    ...toReceivedItem(email),
    html,
    text: email.text,
    html_format: format,
    headers: joinFields(email.headers),
    size: email.size,
    raw: toLink(deps, receivedEmailPath(email.id)),
  };
}

/** Names of fields are the same in any case (RFC 5322 §1.2.2). One may be `__proto__`. */
function joinFields(fields: ReceivedEmail['headers']): Record<string, string> {
  const values = new Map<string, string[]>();
  for (const { name, value } of fields) {
    const key = name.toLowerCase();
    const known = values.get(key);
    if (known) known.push(value);
    else values.set(key, [value]);
  }
  return Object.fromEntries(Array.from(values, ([name, all]) => [name, all.join(', ')]));
}

function toFile({
  id,
  filename,
  charsetGuessed,
  size,
  contentType,
  contentId,
  disposition,
  description,
}: ReceivedAttachment) {
  return {
    id,
    filename,
    charset_guessed: charsetGuessed,
    size,
    content_type: contentType,
    content_disposition: dispositionOf(disposition),
    content_id: contentId,
    content_description: description,
  };
}

/** RFC 2183 §2.8: a type that is not known counts as `attachment`. */
function dispositionOf(given: string | null): string | null {
  return given === null
    ? null
    : (DISPOSITIONS.find((known) => known === given.toLowerCase()) ?? 'attachment');
}

function toLink(deps: LinkDeps, path: string) {
  const { url, endsAt } = createDownloadLink(deps, path);
  return { download_url: url, expires_at: endsAt.toISOString() };
}

/** An item of GET /emails/receiving/:id/attachments. */
export function toReceivedAttachmentItem(file: ReceivedAttachment, deps: LinkDeps) {
  return { ...toFile(file), ...toLink(deps, receivedAttachmentPath(file.id)) };
}

/** The answer of GET /emails/receiving/:id/attachments/:attachmentId. */
export function toReceivedAttachment(file: ReceivedAttachment, deps: LinkDeps) {
  return { object: 'attachment', ...toReceivedAttachmentItem(file, deps) };
}

/** An item of GET /emails/receiving/addresses. */
export function toReceivingAddress({ address, count, lastReceivedAt }: ReceivingAddress) {
  return { address, count, last_received_at: lastReceivedAt.toISOString() };
}

/** The answer of DELETE /emails/receiving/:id. */
export function toDeletedReceived(id: string) {
  return { object: 'email', id, deleted: true };
}

/** The answer of GET /emails/receiving/:id/raw, in pieces. The length of each chunk but the last is a multiple of three. */
export async function* toRawEmail(
  id: string,
  { size }: StoredContent,
  chunks: AsyncIterable<Buffer>,
  deps: LinkDeps,
): AsyncGenerator<string> {
  const beginning = JSON.stringify({ object: 'raw_email', id, size }).slice(0, -1);
  let separator = `${beginning},"content":"`;
  for await (const chunk of chunks) {
    yield separator + chunk.toString('base64');
    separator = '';
  }
  yield `${separator}",${JSON.stringify(toLink(deps, receivedEmailPath(id))).slice(1)}`;
}
