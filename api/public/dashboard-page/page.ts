// The page of the dashboard: one document for all paths under /app, whose script draws what the path names. Its policy
// lets in what this server serves and nothing else. Styles that components make at run time need the nonce, which is new
// in each answer.
import { randomBytes } from 'node:crypto';
import type { Response } from 'express';
import { escapeAttribute } from '../../../shared/platform/security/escape-html.ts';
import { sessionTokenOf } from '../../sessions/authenticate-session.ts';
import { type Theme, themeOf } from '../../sessions/cookies.ts';

const NONCE_BYTES = 16;

/** What differs between two answers of the page. */
interface PageValues {
  nonce: string;
  /** The path of PUBLIC_URL, without a slash at its end. */
  base: string;
  /** Undefined: that of the system. */
  theme: Theme | undefined;
  /** Whether the browser has a session, as far as its cookies say: without one the page need not ask. */
  session: 'maybe' | 'none';
}

/** Answers with the page. @param index `index.html` of the build */
export function sendDashboard(response: Response, index: string, publicUrl: string): void {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const { req: request } = response;
  const html = fillIn(index, {
    nonce,
    base: basePathOf(publicUrl),
    theme: themeOf(request),
    session: sessionTokenOf(request, publicUrl) === undefined ? 'none' : 'maybe',
  });
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    'Content-Security-Policy': policyOf(nonce),
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex',
  });
  response.end(html);
}

/** Of `https://acme.dev/mail/` it is `/mail`, of `https://acme.dev` nothing. */
function basePathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/** The bundler writes URLs that are relative to index.html; the page has many paths, so here they begin with `/`. */
function fillIn(index: string, { nonce, base, theme, session }: PageValues): string {
  const path = escapeAttribute(base);
  return index
    .replace('<html', () => (theme ? `<html data-theme="${theme}"` : '<html'))
    .replaceAll('="./assets/', () => `="${path}/app/assets/`)
    .replaceAll('__NONCE__', () => nonce)
    .replaceAll('__SESSION__', session)
    .replaceAll('__BASE__', () => path);
}

function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
