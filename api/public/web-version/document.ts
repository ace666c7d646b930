// The document of a mail on the web: the sandboxed document of an email (shared/mail/html/message-document.ts) as a page of its
// own, so that it fills the window of a phone as the mail does. Nothing in it runs. Images of other servers are loaded once the
// reader asks for them, as on the page of a shared email: they show those servers who reads when.
import type { Response } from 'express';
import { asksForRemoteContent } from '../../../shared/contract/emails/remote-content.ts';
import { escapeAttribute, escapeHtml } from '../../../shared/platform/security/escape-html.ts';
import type { WebVersion } from '../../../shared/resources/flows/web-version/find.ts';
import type { ApiDeps } from '../../deps.ts';
import { htmlDocument, sendDocument, textDocument } from '../email-document.ts';

/** The owner of the page, and the request of the reader. */
interface WebVersionAnswer {
  /** Whether it says nothing about a person. */
  isPublic: boolean;
  /** Images of other servers are loaded. */
  hasImages: boolean;
}

/** A cache may answer for so long with a public page that has been changed or turned off. */
const PUBLIC_CACHE_S = 60;

/** The notice sets its own styles, whatever styles the mail has. */
const NOTICE_STYLE =
  'all:initial;display:block;padding:12px 16px;background:#fff;color:#1f2126;font:14px/1.5 system-ui,sans-serif;border-bottom:1px solid #c9ccd1';
const NOTICE = `<div style="${NOTICE_STYLE}">Remote images are blocked, because loading them would show their servers that you opened this email.
<a href="?images=1" target="_self" style="color:#1f4fd8">Load images</a></div>`;

/** Answers with a mail. */
export async function sendWebVersion(
  deps: ApiDeps,
  response: Response,
  { emailId, subject, html, text }: WebVersion,
  { isPublic, hasImages }: WebVersionAnswer,
): Promise<void> {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="referrer" content="no-referrer"><title>${escapeHtml(subject)}</title>`;
  const notice = asksForRemoteContent(html) && !hasImages ? NOTICE : '';
  const document = html
    ? await htmlDocument(deps, { id: emailId, html }, { head, notice })
    : textDocument(head, withLinks(text ?? ''));
  sendDocument(response, 200, document, {
    loadsRemoteImages: hasImages,
    isFramed: false,
    ...(isPublic && { cacheControl: `public, max-age=${PUBLIC_CACHE_S}` }),
  });
}

const URL_IN_TEXT = /\bhttps?:\/\/[^\s<>"]{0,2000}[^\s<>".,;:!?')\]]/g;

/** A text whose URLs are links, as mail clients show it. */
function withLinks(text: string): string {
  const pieces: string[] = [];
  let position = 0;
  for (const { index, 0: url } of text.matchAll(URL_IN_TEXT)) {
    const link = `<a href="${escapeAttribute(url)}" target="_blank" rel="noreferrer">${escapeHtml(url)}</a>`;
    pieces.push(escapeHtml(text.slice(position, index)), link);
    position = index + url.length;
  }
  return pieces.join('') + escapeHtml(text.slice(position));
}
