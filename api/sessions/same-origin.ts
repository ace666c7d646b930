// CSRF protection: a request that changes something must be sent by a page of the same origin. The cookies' SameSite
// already excludes other sites; this check also excludes other ports and subdomains of the same site, which SameSite
// lets in.
import type { Request, RequestHandler } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Whether a method changes nothing. */
export function isSafeMethod(method: string): boolean {
  return SAFE_METHODS.has(method);
}

/** Middleware that refuses a state-changing request from another origin or of unknown origin, with status 403. */
export const requireSameOrigin: RequestHandler = (request, _response, next) => {
  if (!isSafeMethod(request.method)) checkSameOrigin(request);
  next();
};

/** @throws DomainError `validation_error` 403 for a request from another origin or of unknown origin */
export function checkSameOrigin(request: Request): void {
  if (isFromOwnPage(request)) return;
  throw new DomainError('validation_error', 'This request must come from a page of this server.', {
    statusCode: 403,
  });
}

/** All current browsers send Sec-Fetch-Site; older ones send Origin with every state-changing request. */
function isFromOwnPage(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = request.get('origin');
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.get('host');
}
