// Who may talk to the inbox: programs on this machine, and its own page. A page of another site that a browser
// on this machine shows may not: not under its own name (DNS rebinding), not from its own origin.
import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';

/** Names and addresses of this machine only (RFC 6761 §6.3 for `localhost`), with any port. */
const LOOPBACK_HOST = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** Policy of the page and of every answer that has none of its own. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every answer. */
const ANSWER_HEADERS = {
  'Content-Security-Policy': PAGE_POLICY,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'Cache-Control': 'no-store',
};

/** Sets the headers that every answer has. */
export function setSecurityHeaders(_request: Request, response: Response, next: NextFunction): void {
  response.set(ANSWER_HEADERS);
  next();
}

/** Refuses a request under a name that is not this machine's: its sender was led here by a foreign DNS answer. */
export function refuseForeignHost(request: Request, _response: Response, next: NextFunction): void {
  if (!LOOPBACK_HOST.test(request.headers.host ?? ''))
    throw refuse('The Host must be a loopback name or address.');
  next();
}

/** Refuses a request that a page of another origin makes; programs send no Origin. */
export function refuseForeignOrigin(request: Request, _response: Response, next: NextFunction): void {
  const { origin, host } = request.headers;
  if (origin !== undefined && origin !== `http://${host}`)
    throw refuse('The Origin must be the inbox itself.');
  next();
}

function refuse(message: string): DomainError {
  return new DomainError('validation_error', message, { statusCode: 403 });
}
