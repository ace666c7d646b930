// Access control of the inbox: only programs on this machine and the inbox's own page may use it. A page of another
// site in a browser on this machine may not: neither under a foreign host name (DNS rebinding) nor from its own origin
// (CSRF).
import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';

/** Names and addresses of this machine only (RFC 6761 §6.3 for `localhost`), with any port. */
const LOOPBACK_HOST = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** Content security policy of the page and of every answer without its own policy. */
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

/** Refuses a request with a foreign host name: a foreign DNS answer led its sender here (DNS rebinding). */
export function refuseForeignHost(request: Request, _response: Response, next: NextFunction): void {
  if (!LOOPBACK_HOST.test(request.headers.host ?? ''))
    throw refuse('The Host must be a loopback name or address.');
  next();
}

/** Refuses a request from a page of another origin; programs send no Origin header. */
export function refuseForeignOrigin(request: Request, _response: Response, next: NextFunction): void {
  const { origin, host } = request.headers;
  if (origin !== undefined && origin !== `http://${host}`)
    throw refuse('The Origin must be the inbox itself.');
  next();
}

function refuse(message: string): DomainError {
  return new DomainError('validation_error', message, { statusCode: 403 });
}
