// The HTML of a message as the document that the frame of the page shows (shared/mail/html/message-document.ts).
import {
  type EmbeddableImage,
  messagePolicy,
  toMessageDocument,
} from '../../shared/mail/html/message-document.ts';
import type { InboxAttachment, InboxMessage } from './parse-message.ts';

/** Content security policy of the document. */
export const DOCUMENT_POLICY = messagePolicy({ loadsRemoteImages: false });

/** A message of the inbox is in memory anyway. */
const EMBEDDED_MAX_BYTES = 40 * 1024 * 1024;

/** Builds the document; undefined when the message has no HTML. */
export function buildHtmlDocument({ html, attachments }: InboxMessage): string | undefined {
  return html === null
    ? undefined
    : toMessageDocument(html, attachments.filter(hasContentId), EMBEDDED_MAX_BYTES);
}

function hasContentId(attachment: InboxAttachment): attachment is InboxAttachment & EmbeddableImage {
  return Boolean(attachment.contentId);
}
