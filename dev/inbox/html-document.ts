// The HTML of a message as a document for the sandboxed frame of the page. Nothing in it may run or reach the
// network: scripts, forms and plug-ins are off by sandbox and policy, remote files by policy, and the images
// that the message itself carries are put into the document. A link opens in a new tab, when a person clicks it.
import type { MessageAttachment, ParsedMessage } from './parse-message.ts';

/**
 * Policy of the document. It is sent with the document, so it holds in a tab of its own too.
 * `allow-popups` is for links that a person clicks; the new tab is an ordinary one.
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

/** Bytes of images put into one document: a message may name one large image a thousand times. */
const INLINED_IMAGES_MAX_BYTES = 40 * 1024 * 1024;
const CID_LINK = /\bcid:([^'"\s)>]{1,256})/gi;
const DOCTYPE = /^\s*<!doctype[^>]*>/i;
const LINKS_OPEN_IN_A_NEW_TAB = '<base target="_blank">';
/** An image type that may stand in a `data:` link: the sender wrote it, so nothing in it may end the attribute. */
const IMAGE_TYPE = /^image\/[\w.+-]+$/;
/**
 * An attribute or a style that makes a browser fetch something from elsewhere. The repetitions are bounded, or a
 * megabyte of spaces would take minutes.
 */
const REMOTE_REFERENCE =
  /(?:\b(?:src|srcset|background|poster|data)\s{0,9}=\s{0,9}["']?|<link\b[^>]{0,300}\bhref\s{0,9}=\s{0,9}["']?|url\(\s{0,9}["']?|@import\s{1,9}["'])\s{0,9}(?:https?:)?\/\//i;

/** Builds the document; undefined when the message has no HTML. */
export function buildHtmlDocument({ html, attachments }: ParsedMessage): string | undefined {
  if (html === null) return undefined;
  const document = disarmConnectingElements(inlineImages(html, attachments));
  // Before a doctype the base element would switch the document to quirks mode.
  const doctype = DOCTYPE.exec(document)?.[0] ?? '';
  return doctype + LINKS_OPEN_IN_A_NEW_TAB + document.slice(doctype.length);
}

/** True when the HTML asks for a file from elsewhere, which the document's policy blocks. */
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

/** A Content-ID in a URL is percent-encoded (RFC 2392); many senders do not care. */
function decodeLenient(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Two things reach the network in spite of the policy: a preconnect, which is no fetch, and a frame, to whose
 * server Chromium connects before it asks the policy. Renamed to `<meta>` they mean nothing, and what a `<meta>`
 * can do the sandbox forbids.
 */
function disarmConnectingElements(html: string): string {
  return html.replace(/<(link|i?frame)\b/gi, '<meta data-was-$1');
}
