// One path for each resource: `/api/domains`, `//domains` and `/domains` are the same (decisions.md §1). Some
// references show an /api prefix, and the SDK joins a base address that ends in a slash without a second look.
// `%2F` stays as it is: it belongs to a parameter.
import type { RequestHandler } from 'express';

/** `http://host` before the path: a proxy's form, which every server must accept (RFC 9112 §3.2.2). */
const ABSOLUTE_FORM = /^https?:\/\/[^/?]*/i;
const REPEATED_SLASHES = /\/{2,}/g;
const API_PREFIX = /^\/api(?=\/|$)/;

/** Most paths are canonical. */
const NEEDS_REWRITING = /^[^/]|\/\/|^\/api/;

/** Rewrites the path of a request; its query is not touched. */
export const canonicalPath: RequestHandler = (request, _response, next) => {
  if (!NEEDS_REWRITING.test(request.url)) return next();
  const [path = '', ...query] = request.url.replace(ABSOLUTE_FORM, '').split('?');
  const bare = path.replace(REPEATED_SLASHES, '/').replace(API_PREFIX, '');
  request.url = [bare || '/', ...query].join('?');
  next();
};
