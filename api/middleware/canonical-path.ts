// Path normalization: `/api/domains`, `//domains` and `/domains` are the same path
// (docs/reference/requests.md#base-url-and-paths). Some API references show an /api prefix, and the SDK appends paths
// to a base URL that may end in a slash. `%2F` stays unchanged, because it belongs to a path parameter.
import type { RequestHandler } from 'express';

/** `http://host` before the path: the form for proxies, which every server must accept (RFC 9112 §3.2.2). */
const ABSOLUTE_FORM = /^https?:\/\/[^/?]*/i;
const REPEATED_SLASHES = /\/{2,}/g;
const API_PREFIX = /^\/api(?=\/|$)/;

/** Most paths are canonical and need no rewriting. */
const NEEDS_REWRITING = /^[^/]|\/\/|^\/api/;

/** Rewrites the path of a request; the query stays unchanged. */
export const canonicalPath: RequestHandler = (request, _response, next) => {
  if (!NEEDS_REWRITING.test(request.url)) return next();
  const [path = '', ...query] = request.url.replace(ABSOLUTE_FORM, '').split('?');
  const bare = path.replace(REPEATED_SLASHES, '/').replace(API_PREFIX, '');
  request.url = [bare || '/', ...query].join('?');
  next();
};
