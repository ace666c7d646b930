// The page of a shared link: shows an email as its recipient would see it. The HTML of the email is untrusted, so it is
// shown in a sandboxed iframe without scripts and forms, under a policy that loads only images (XSS).
import { type RequestHandler, Router } from 'express';
import { escapeAttribute, escapeHtml } from '../../shared/platform/security/escape-html.ts';
import { isUuidV7 } from '../../shared/platform/time/ids.ts';
import { findSharedEmail, type SharedEmail } from '../../shared/resources/emails/find-shared.ts';
import type { ApiDeps } from '../deps.ts';
import { setRouteLabel } from '../middleware/measure.ts';

/** Path of the page of a shared email. */
export function sharedEmailPath(id: string): string {
  return `/share/emails/${id}`;
}

const POLICY =
  "default-src 'none'; img-src https: http: data:; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Routes of shared emails. */
export function sharedEmailRouter({ database, clock, links }: ApiDeps): Router {
  const show: RequestHandler = async (request, response) => {
    const id = String(request.params['id']);
    const isGood = isUuidV7(id) && links.isGood(sharedEmailPath(id), request.query, clock.now());
    const email = isGood ? await findSharedEmail(database, id) : undefined;
    response.setHeader('Content-Security-Policy', POLICY);
    response.setHeader('Cache-Control', 'private, no-store');
    response.setHeader('X-Robots-Tag', 'noindex');
    response
      .status(email ? 200 : 404)
      .type('html')
      .send(email ? pageOf(email) : NOT_FOUND);
  };
  return Router().get(sharedEmailPath(':id'), setRouteLabel(sharedEmailPath(':id')), show);
}

function pageOf(email: SharedEmail): string {
  const rows = [
    ['From', email.from],
    ['To', email.to.join(', ')],
    ['Date', email.createdAt.toUTCString()],
  ];
  const body = email.html
    ? `<iframe sandbox title="The email" srcdoc="${escapeAttribute(email.html)}"></iframe>`
    : `<pre>${escapeHtml(email.text ?? '')}</pre>`;
  return layout(
    email.subject,
    `<header><h1>${escapeHtml(email.subject)}</h1><dl>${rows
      .map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value ?? '')}</dd>`)
      .join('')}</dl></header>${body}`,
  );
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
header { padding: 1rem; }
h1 { font-size: 1.25rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0 1rem; margin: 0; }
dt { opacity: .7; } dd { margin: 0; overflow-wrap: anywhere; }
iframe { border: 0; flex: 1; min-height: 70vh; background: #fff; color-scheme: light; }
pre { padding: 1rem; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
</style></head><body>${content}</body></html>
`;
}
