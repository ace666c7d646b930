// The content of an email as a document of its own, for a frame: of the dashboard, and of the page of a shared email.
// The HTML is untrusted although the account has sent it: it may contain texts that the account's customers have typed.
// So it is never part of a page of ours; sandbox and policy are sent with the document
// (shared/mail/html/message-document.ts).
import type { Response } from 'express';
import {
  type DocumentAdditions,
  messagePolicy,
  toMessageDocument,
} from '../../shared/mail/html/message-document.ts';
import { withoutRecipientLinks } from '../../shared/mail/recipient-links/recipient-links.ts';
import { escapeHtml } from '../../shared/platform/security/escape-html.ts';
import { findAttachmentsOf } from '../../shared/resources/messaging/emails/attachments/find.ts';
import type { ShownContents } from '../../shared/resources/messaging/emails/find.ts';
import { answerInFull } from '../body/unread-body.ts';
import type { ApiDeps } from '../deps.ts';
import { EMBEDDED_MAX_BYTES, readShownImages } from '../resources/emails/attachments/shown-images.ts';

/** The permissions of a frame that its document also has: clicked links open in a new tab. */
export const FRAME_SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

/** An email whose contents the caller may show. */
export interface FramedEmail extends ShownContents {
  id: string;
}

/** Answers with the document of an email. @param query `images=1` lets it load images of other servers */
export async function sendEmailDocument(
  deps: ApiDeps,
  response: Response,
  email: FramedEmail,
  query: { images?: unknown },
): Promise<void> {
  const { html, text } = email;
  const document =
    html === null
      ? plainDocument(withoutRecipientLinks(text ?? ''))
      : await htmlDocument(deps, { ...email, html: withoutRecipientLinks(html) });
  sendDocument(response, 200, document, { loadsRemoteImages: query.images === '1' });
}

/** Answers with a sentence as a document. */
export function sendSentence(response: Response, status: number, sentence: string): void {
  sendDocument(response, status, plainDocument(sentence));
}

/** The document of an html. Hosted files are not fetched for a look. @param email without an id it has no files */
export async function htmlDocument(
  { database, attachments }: ApiDeps,
  { id, html }: { id: string | null; html: string },
  additions?: DocumentAdditions,
): Promise<string> {
  const images = await readShownImages(html, attachments, async () => {
    const files = id === null ? [] : ((await findAttachmentsOf(database, [id])).get(id) ?? []);
    return files.filter(({ path }) => path === null);
  });
  return toMessageDocument(html, images, EMBEDDED_MAX_BYTES, additions);
}

/** A text, in the colours of paper, as emails are shown. */
function plainDocument(text: string): string {
  return textDocument('<meta charset="utf-8"><title>Text</title>', escapeHtml(text));
}

/** @param content HTML in one font */
export function textDocument(head: string, content: string): string {
  return `<!doctype html>${head}
<style>html { background: #fff; color: #1f2126; color-scheme: light; }
pre { margin: 0; padding: 16px; font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap;
overflow-wrap: anywhere; }</style><pre>${content}</pre>`;
}

/** How a document is answered. */
export interface DocumentAnswer {
  loadsRemoteImages?: boolean;
  /** False: it is a page, which no frame shows. */
  isFramed?: boolean;
  /** False: a clicked link does nothing. */
  opensLinks?: boolean;
  cacheControl?: string;
}

/** Answers with a document. */
export function sendDocument(
  response: Response,
  status: number,
  html: string,
  {
    loadsRemoteImages = false,
    isFramed = true,
    opensLinks = true,
    cacheControl = 'private, no-store',
  }: DocumentAnswer = {},
): void {
  // Browsers refuse this header for a sandboxed document that is opened in a tab.
  response.removeHeader('Cross-Origin-Opener-Policy');
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': messagePolicy({ loadsRemoteImages, isFramed, opensLinks }),
    'X-Frame-Options': isFramed ? 'SAMEORIGIN' : 'DENY',
    'Cache-Control': cacheControl,
    'Referrer-Policy': 'no-referrer',
    // Otherwise Chromium looks up the names of the servers to which an email has links.
    'X-DNS-Prefetch-Control': 'off',
    'X-Robots-Tag': 'noindex',
  };
  answerInFull(response, status, headers, html);
}
