// Compresses what browsers read, by the package `compression`: JSON of signed-in people, and pages. Programs get what they
// got: on their servers the bytes are cheaper than the time. Never compressed are the answers of /auth, which have the CSRF
// token (BREACH, https://breachattack.com), and answers that are streamed.
import { constants } from 'node:zlib';
import compression from 'compression';
import type { RequestHandler, Response } from 'express';
import { findCaller } from '../caller.ts';
import { resourceOf } from './pages-only.ts';

/** Smaller answers fit into the packets of their headers. */
const MIN_BYTES = 1024;
/** On the same machine bytes cost next to nothing. */
const LOOPBACK_MIN_BYTES = 8 * 1024;
/**
 * The next levels of quality take twice the time and save a fiftieth. The usual window is 4 MB of memory for each answer, which
 * cost more than the rest of the compression when fifty pages ask at once.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 18 } };
const LOOPBACK = /^(?:::1|(?:::ffff:)?127\.)/i;

const compress = compressFrom(MIN_BYTES);
const compressOnLoopback = compressFrom(LOOPBACK_MIN_BYTES);

/** Middleware for pages that are made for each answer. Nothing of the request is in them, so no secret can be guessed (BREACH). */
export const compressPages: RequestHandler = compression({ threshold: MIN_BYTES, brotli: BROTLI });

/** Middleware after authentication. */
export const compressForPeople: RequestHandler = (request, response, next) => {
  if (findCaller(request)?.kind !== 'session' || resourceOf(request.path).toLowerCase() === 'auth')
    return next();
  const middleware = LOOPBACK.test(request.ip ?? '') ? compressOnLoopback : compress;
  return middleware(request, response, next);
};

function compressFrom(threshold: number): RequestHandler {
  return compression({
    threshold,
    brotli: BROTLI,
    filter: (_request, response) => isWholeJson(response as Response),
  });
}

/** A streamed answer has no length yet. */
function isWholeJson(response: Response): boolean {
  const type = String(response.getHeader('content-type'));
  return type.startsWith('application/json') && response.hasHeader('content-length');
}
