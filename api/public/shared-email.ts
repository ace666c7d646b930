// The page of a shared link: shows an email as its recipient would see it. The HTML of the email is untrusted, so it is in
// a frame, as the document that the dashboard shows too (email-document.ts): nothing runs or reaches the network (XSS).
import { type Request, type RequestHandler, Router } from 'express';
import { asksForRemoteContent } from '../../shared/contract/emails/remote-content.ts';
import { clientNetwork } from '../../shared/platform/rate-limit/client-network.ts';
import { escapeAttribute, escapeHtml } from '../../shared/platform/security/escape-html.ts';
import { isUuidV7 } from '../../shared/platform/time/ids.ts';
import { findSharedEmail, type SharedEmail } from '../../shared/resources/messaging/emails/find-shared.ts';
import type { ApiDeps } from '../deps.ts';
import { inPagePlace } from '../middleware/account-places.ts';
import { setRouteLabel } from '../middleware/measure.ts';
import { FRAME_SANDBOX, sendEmailDocument, sendSentence } from './email-document.ts';

type Query = Request['query'];

/** Path of the page of a shared email. */
export function sharedEmailPath(id: string): string {
  return `/share/emails/${id}`;
}

/** The content is a document of its own, with a policy of its own. */
const POLICY =
  "default-src 'none'; frame-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** Routes of shared emails: the page, and the document in its frame, which the same link opens. */
export function sharedEmailRouter(deps: ApiDeps): Router {
  const find = async (request: Request): Promise<SharedEmail | undefined> => {
    const { clock, links } = deps;
    const id = String(request.params['id']);
    const isGood = isUuidV7(id) && links.isGood(sharedEmailPath(id), request.query, clock.now());
    return isGood ? await findSharedEmail(deps, id) : undefined;
  };
  const showPage: RequestHandler = async (request, response) => {
    const email = await find(request);
    response.setHeader('Content-Security-Policy', POLICY);
    response.setHeader('Cache-Control', 'private, no-store');
    response.setHeader('X-Robots-Tag', 'noindex');
    response
      .status(email ? 200 : 404)
      .type('html')
      .send(email ? pageOf(email, request.query) : NOT_FOUND);
  };
  const showDocument: RequestHandler = (request, response) =>
    inPagePlace(response, clientNetwork(request.ip ?? ''), async () => {
      const email = await find(request);
      if (!email) return sendSentence(response, 404, 'This link is not available.');
      await sendEmailDocument(deps, response, email, request.query);
    });
  const page = sharedEmailPath(':id');
  return Router()
    .get(page, setRouteLabel(page), showPage)
    .get(`${page}/frame`, setRouteLabel(`${page}/frame`), showDocument);
}

function pageOf(email: SharedEmail, query: Query): string {
  const rows = [
    ['From', email.from],
    ['To', email.to.join(', ')],
    ['Date', email.createdAt.toUTCString()],
  ];
  return layout(
    email.subject,
    `<header><h1>${escapeHtml(email.subject)}</h1><dl>${rows
      .map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value ?? '')}</dd>`)
      .join('')}</dl></header>${bodyOf(email, query)}`,
  );
}

/** Relative links, so that they work below any path of PUBLIC_URL. */
function bodyOf({ id, html, text }: SharedEmail, { expires, signature, images }: Query): string {
  if (!html) return `<pre>${escapeHtml(text ?? '')}</pre>`;
  const link = new URLSearchParams({ expires: String(expires), signature: String(signature) });
  const withImages = escapeAttribute(`?${link}&images=1`);
  const isAsked = images === '1';
  const offer = `<p>Images of other servers are not loaded, because they would see that you look. <a href="${withImages}">Load remote images</a></p>`;
  const src = `${id}/frame${isAsked ? withImages : escapeAttribute(`?${link}`)}`;
  return `${asksForRemoteContent(html) && !isAsked ? offer : ''}<iframe sandbox="${FRAME_SANDBOX}" referrerpolicy="no-referrer" title="The email" src="${src}"></iframe>`;
}

const NOT_FOUND = layout(
  'Not available',
  '<header><h1>This link is not available</h1><p>It has expired, or it is incomplete.</p></header>',
);

function layout(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer"><title>${escapeHtml(title)}</title>
<style>
html { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; min-height: 100vh; display: flex; flex-direction: column; }
header, body > p { padding: 1rem; margin: 0; }
h1 { font-size: 1.25rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0 1rem; margin: 0; }
dt { opacity: .7; } dd { margin: 0; overflow-wrap: anywhere; }
iframe { border: 0; flex: 1; min-height: 70vh; background: #fff; color-scheme: light; }
pre { padding: 1rem; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
</style></head><body>${content}</body></html>
`;
}
