// Makes the HTML of a message a document for the sandboxed frame of the page. Nothing in it may run or reach the
// network: the sandbox and the content security policy forbid scripts, forms and plug-ins, the policy forbids remote
// files, and images of the message itself are embedded in the document. A clicked link opens in a new tab.
import type { MessageAttachment, ParsedMessage } from './parse-message.ts';

/**
 * Content security policy of the document. It is sent with the document, so it also applies when the document is opened
 * in a tab. `allow-popups` is for clicked links; the new tab is not sandboxed.
 */
export const DOCUMENT_POLICY = [
  "default-src 'none'",
  'img-src data:',
  'font-src data:',
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** Limit on the bytes of embedded images per document: a message may refer to one large image a thousand times. */
const INLINED_IMAGES_MAX_BYTES = 40 * 1024 * 1024;
const CID_LINK = /\bcid:([^'"\s)>]{1,256})/gi;
const DOCTYPE = /^\s*<!doctype[^>]*>/i;
const LINKS_OPEN_IN_A_NEW_TAB = '<base target="_blank">';
/** An image type that is safe in a `data:` link. The sender wrote it, so it must not be able to end the attribute. */
const IMAGE_TYPE = /^image\/[\w.+-]+$/;
/**
 * An attribute or a style that makes a browser fetch a remote file. The repetitions are bounded; otherwise a megabyte
 * of spaces would take minutes (ReDoS).
 */
const REMOTE_REFERENCE =
  /(?:\b(?:src|srcset|background|poster|data)\s{0,9}=\s{0,9}["']?|<link\b[^>]{0,300}\bhref\s{0,9}=\s{0,9}["']?|url\(\s{0,9}["']?|@import\s{1,9}["'])\s{0,9}(?:https?:)?\/\//i;

/** Builds the document; undefined when the message has no HTML. */
export function buildHtmlDocument({ html, attachments }: ParsedMessage): string | undefined {
  if (html === null) return undefined;
  const document = disarmConnectingElements(inlineImages(html, attachments));
  // A base element before the doctype would switch the document to quirks mode.
  const doctype = DOCTYPE.exec(document)?.[0] ?? '';
  return doctype + LINKS_OPEN_IN_A_NEW_TAB + document.slice(doctype.length);
}

/** True when the HTML refers to remote files, which the document's policy blocks. */
export function asksForRemoteContent(html: string | null): boolean {
  return html !== null && REMOTE_REFERENCE.test(html);
}

function inlineImages(html: string, attachments: MessageAttachment[]): string {
  const images = new Map<string, MessageAttachment>();
  for (const attachment of attachments) {
    if (attachment.contentId && IMAGE_TYPE.test(attachment.contentType)) {
      images.set(attachment.contentId, attachment);
    }
  }
  let bytesLeft = INLINED_IMAGES_MAX_BYTES;
  return html.replace(CID_LINK, (link, contentId: string) => {
    const image = images.get(contentId) ?? images.get(decodeLenient(contentId));
    if (!image || image.content.length > bytesLeft) return link;
    bytesLeft -= image.content.length;
    return `data:${image.contentType};base64,${image.content.toString('base64')}`;
  });
}

/** A Content-ID in a URL must be percent-encoded (RFC 2392), but many senders do not encode it. */
function decodeLenient(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Two things reach the network in spite of the policy: a preconnect, which is not a fetch, and a frame, because
 * Chromium connects to its server before it checks the policy. Both are renamed to `<meta>`, where they have no effect;
 * the sandbox forbids what a `<meta>` could do.
 */
function disarmConnectingElements(html: string): string {
  return html.replace(/<(link|i?frame)\b/gi, '<meta data-was-$1');
}
