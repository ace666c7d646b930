// Makes the HTML of an email a document for a sandboxed frame of a page. Nothing in it may run or reach the network: the
// sandbox and the content security policy forbid scripts, forms and plug-ins, the policy forbids remote files, and
// images of the email itself are embedded in the document. A clicked link opens in a new tab.

import { findBodyStart } from './body-start.ts';

/** A file of the email that its HTML may show as `cid:`. */
export interface EmbeddableImage {
  /** Without angle brackets. */
  contentId: string;
  contentType: string;
  content: Buffer;
}

const CID_LINK = /\bcid:([^'"\s)>]{1,256})/gi;
const DOCTYPE = /^\s*<!doctype[^>]*>/i;
const LINKS_OPEN_IN_A_NEW_TAB = '<base target="_blank">';
/** The name of a link's tag, at its start. */
const LINK_TAG = /<(a|area)(?=[\s/>])/gi;
/** An image type that is safe in a `data:` link. The sender wrote it, so it must not be able to end the attribute. */
const IMAGE_TYPE = /^image\/[\w.+-]+$/;

/**
 * Content security policy of the document. It is sent with the document, so it also applies when the document is opened
 * in a tab. `allow-popups` is for clicked links; the new tab is not sandboxed.
 * @param loadsRemoteImages whether images of other servers are loaded, which shows them who reads when
 * @param isFramed whether a frame of ours may show it
 * @param opensLinks false: a clicked link does nothing
 */
export function messagePolicy({
  loadsRemoteImages,
  isFramed = true,
  opensLinks = true,
}: {
  loadsRemoteImages: boolean;
  isFramed?: boolean;
  opensLinks?: boolean;
}): string {
  return [
    "default-src 'none'",
    `img-src ${loadsRemoteImages ? 'http: https: data:' : 'data:'}`,
    'font-src data:',
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
    opensLinks ? 'sandbox allow-popups allow-popups-to-escape-sandbox' : 'sandbox',
  ].join('; ');
}

/** HTML of ours in the document of an email. */
export interface DocumentAdditions {
  /** The markup of the head. */
  head: string;
  /** Before the visible content. */
  notice: string;
}

const NOTHING_ADDED: DocumentAdditions = { head: '', notice: '' };

/**
 * Builds the document.
 * @param maxBytes limit on the bytes of embedded images: an email may refer to one large image a thousand times
 */
export function toMessageDocument(
  html: string,
  images: readonly EmbeddableImage[],
  maxBytes: number,
  { head, notice }: DocumentAdditions = NOTHING_ADDED,
): string {
  const document = openLinksInNewTabs(disarmConnectingElements(embedImages(html, images, maxBytes)));
  // A base element before the doctype would switch the document to quirks mode.
  const doctype = DOCTYPE.exec(document)?.[0] ?? '';
  const start = notice === '' ? doctype.length : Math.max(doctype.length, findBodyStart(document));
  const before = document.slice(doctype.length, start);
  const content = document.slice(start);
  return doctype + head + LINKS_OPEN_IN_A_NEW_TAB + before + notice + content;
}

/** Whether a file can be embedded as an image. */
export function isEmbeddableType(contentType: string): boolean {
  return IMAGE_TYPE.test(contentType);
}

/** The Content-IDs that the HTML refers to, in each way in which they may be meant. */
export function findContentIds(html: string): Set<string> {
  const ids = new Set<string>();
  for (const [, contentId = ''] of html.matchAll(CID_LINK)) ids.add(contentId).add(decodeLenient(contentId));
  return ids;
}

/** Replaces `cid:` by the images themselves, as `data:`. @param maxBytes as of toMessageDocument */
export function embedImages(html: string, images: readonly EmbeddableImage[], maxBytes: number): string {
  const byId = new Map(
    images
      .filter(({ contentType }) => isEmbeddableType(contentType))
      .map((image) => [image.contentId, image] as const),
  );
  let bytesLeft = maxBytes;
  return html.replace(CID_LINK, (link, contentId: string) => {
    const image = byId.get(contentId) ?? byId.get(decodeLenient(contentId));
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

/**
 * A link with a target of its own would load its page into the frame, which then shows an error of the browser, and one
 * with `rel=opener` would hand the frame to the page. The first of two attributes with the same name counts, so ours
 * are first. They have no quotes, so that a text that only looks like a tag cannot end the attribute around it.
 */
function openLinksInNewTabs(html: string): string {
  return html.replace(LINK_TAG, '<$1 target=_blank rel=noreferrer ');
}
