// The content of an email as a document of its own, for a frame of the dashboard. The HTML is untrusted although the
// account has sent it: it may contain what the account's customers have typed. So it is never part of the dashboard's own
// page; sandbox and policy come with the document (shared/mail/html/message-document.ts).
import { type RequestHandler, type Response, Router } from 'express';
import {
  type EmbeddableImage,
  findContentIds,
  isEmbeddableType,
  messagePolicy,
  toMessageDocument,
} from '../../../shared/mail/html/message-document.ts';
import { escapeHtml } from '../../../shared/platform/security/escape-html.ts';
import { isUuidV7 } from '../../../shared/platform/time/ids.ts';
import { findAttachmentsOf } from '../../../shared/resources/emails/attachments/find.ts';
import { findEmailContents, type ShownContents } from '../../../shared/resources/emails/find.ts';
import { callerOf } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import { inPagePlace } from '../../middleware/account-places.ts';
import { setRouteLabel } from '../../middleware/measure.ts';
import { authenticateSession } from '../../sessions/authenticate-session.ts';

/** Images of one document. In the document they are a third larger, and a process makes a few documents at a time. */
const EMBEDDED_MAX_BYTES = 12 * 1024 * 1024;

/** The route of the documents. */
export function emailFrameRouter(deps: ApiDeps): Router {
  const show: RequestHandler = async (request, response) => {
    if (!(await authenticateSession(deps, request, response)))
      return sendDocument(response, 401, plainDocument('You are not signed in.'));
    const { accountId } = callerOf(request);
    const id = String(request.params['id']);
    await inPagePlace(response, accountId, async () => {
      const contents = isUuidV7(id) ? await findEmailContents(deps.database, accountId, id) : undefined;
      if (!contents) return sendDocument(response, 404, plainDocument('This email does not exist.'));
      const loadsRemoteImages = request.query['images'] === '1';
      sendDocument(response, 200, await documentOf(deps, id, contents), loadsRemoteImages);
    });
  };
  return Router().get('/frames/emails/:id', setRouteLabel('/app/frames/emails/:id'), show);
}

async function documentOf(deps: ApiDeps, id: string, { html, text }: ShownContents): Promise<string> {
  if (html === null) return plainDocument(text ?? '');
  return toMessageDocument(html, await readImages(deps, id, html), EMBEDDED_MAX_BYTES);
}

/** Reads the images of the email that its HTML shows, as far as they fit. Hosted ones are not fetched for a look. */
async function readImages(
  { database, attachments }: ApiDeps,
  emailId: string,
  html: string,
): Promise<EmbeddableImage[]> {
  const wanted = findContentIds(html);
  if (wanted.size === 0) return [];
  const found = (await findAttachmentsOf(database, [emailId])).get(emailId) ?? [];
  const images: EmbeddableImage[] = [];
  let bytesLeft = EMBEDDED_MAX_BYTES;
  for (const { contentId, contentType, content, path } of found) {
    if (contentId === null || !wanted.has(contentId) || !isEmbeddableType(contentType)) continue;
    if (!content || path !== null || content.size > bytesLeft) continue;
    bytesLeft -= content.size;
    const pieces: Buffer[] = [];
    for await (const piece of attachments.read(content)) pieces.push(piece);
    images.push({ contentId, contentType, content: Buffer.concat(pieces) });
  }
  return images;
}

/** A text, in the colours of paper, as emails are shown. */
function plainDocument(text: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Text</title>
<style>html { background: #fff; color: #1f2126; color-scheme: light; }
pre { margin: 0; padding: 16px; font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap;
overflow-wrap: anywhere; }</style><pre>${escapeHtml(text)}</pre>`;
}

function sendDocument(response: Response, status: number, html: string, loadsRemoteImages = false): void {
  // Of a document in a sandbox browsers refuse it, where the document is opened in a tab.
  response.removeHeader('Cross-Origin-Opener-Policy');
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    'Content-Security-Policy': messagePolicy({ loadsRemoteImages }),
    'X-Frame-Options': 'SAMEORIGIN',
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  });
  response.end(html);
}
