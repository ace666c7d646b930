// Maps stored messages to the answers of the inbox API; the only place with its snake_case names.
import { asksForRemoteContent } from '../../shared/contract/emails/remote-content.ts';
import type { StoredMessage } from './message-store.ts';
import type { InboxAttachment, InboxMessage } from './parse-message.ts';

/** An item of the list: without bodies, so that a list of hundreds stays small. */
export function toSummary({ id, envelope, summary, raw, receivedAt }: StoredMessage) {
  return {
    object: 'inbox_message',
    id,
    envelope: { from: envelope.from, to: envelope.to },
    from: summary.from,
    to: summary.to,
    subject: summary.subject,
    size: raw.length,
    attachment_count: summary.attachmentCount,
    received_at: receivedAt.toISOString(),
  };
}

/** A complete message, except for the contents of its attachments. */
export function toMessage(stored: StoredMessage, parsed: InboxMessage) {
  return {
    ...toSummary(stored),
    cc: parsed.cc,
    reply_to: parsed.replyTo,
    date: parsed.date?.toISOString() ?? null,
    headers: parsed.headers,
    html: parsed.html,
    text: parsed.text,
    attachments: parsed.attachments.map(toAttachment),
    blocked_remote_content: asksForRemoteContent(parsed.html),
    parse_error: parsed.problem,
  };
}

function toAttachment({ id, filename, content, contentType, contentId, disposition }: InboxAttachment) {
  return {
    id,
    filename,
    size: content.length,
    content_type: contentType,
    content_id: contentId,
    disposition,
  };
}
