// Calls that change something must come from our own pages. The cookie's SameSite=Strict keeps other sites out;
// this keeps out other ports and subdomains of the same site, which SameSite lets in.
import type { Request, RequestHandler } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Refuses a state-changing request that another origin made, or whose origin cannot be told. */
export const requireSameOrigin: RequestHandler = (request, _response, next) => {
  if (!SAFE_METHODS.has(request.method) && !isFromOwnPage(request)) {
    throw new DomainError('validation_error', 'This request must come from a page of this server.', {
      statusCode: 403,
    });
  }
  next();
};

/** Every browser of today sends Sec-Fetch-Site; older ones send Origin with whatever changes something. */
function isFromOwnPage(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = request.get('origin');
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.get('host');
}
