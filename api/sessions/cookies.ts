// Reads cookies of a request, and knows the names of ours. Over TLS a name begins with `__Host-`: then no other host and
// no page without TLS can set the cookie (RFC 6265bis §4.1.3.2).
import type { Request, Response } from 'express';
import { isServedOverTls } from '../../shared/platform/config/variable-values.ts';

/**
 * The content of our cookies: a session, a sign-in that waits for its second factor, or the page that a browser opens
 * at `/`.
 */
export type CookieKind = 'session' | 'challenge' | 'start';

/** The whole value of a cookie, which may have `=` in it; the first one, if there are several of the name. */
export function readCookie(request: Request, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** The name of a cookie of ours. */
export function cookieName(kind: CookieKind, publicUrl: string): string {
  return `${isServedOverTls(publicUrl) ? '__Host-' : ''}posthorn_${kind}`;
}

/** Sets a cookie that only requests carry, and that no script can read. @param maxAgeMs 0 removes it */
export function setCookie(
  response: Response,
  kind: CookieKind,
  { publicUrl, token, maxAgeMs }: { publicUrl: string; token: string; maxAgeMs: number },
): void {
  response.cookie(cookieName(kind, publicUrl), token, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isServedOverTls(publicUrl),
    path: '/',
    maxAge: maxAgeMs,
  });
}

/** The colours that a person has chosen for the dashboard. */
export type Theme = 'light' | 'dark';

/** The colours that the cookie of the dashboard's page names; undefined: none were chosen, or the value is none of ours. */
export function themeOf(request: Request): Theme | undefined {
  const value = readCookie(request, 'posthorn_theme');
  return value === 'light' || value === 'dark' ? value : undefined;
}
