// Answers repeated reads of pages (conditional requests, RFC 9110 §13): an answer to a signed-in person has a weak
// ETag, and a page that has cached the same answer gets 304 without a body. Programs get no ETag: the hash would cost
// each of their reads.
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Request } from 'express';
import { answerText } from '../answer.ts';

/** Sends JSON with status 200, unless the client has cached the same answer. */
export function answerUnlessCached(response: ServerResponse, body: object | string): void {
  const json = typeof body === 'string' ? body : JSON.stringify(body);
  const tag = createHash('sha1').update(json).digest('base64url');
  response.setHeader('ETag', `W/"${tag}"`);
  if (hasCached(response.req as Request, tag)) {
    // A Content-Length would describe the answer that is not sent.
    response.writeHead(304);
    response.end();
  } else answerText(response, json, 200);
}

/**
 * Express's own `fresh` says no to `Cache-Control: no-cache`, which browsers add to a request with an `If-None-Match` that a
 * script has set (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch).
 */
function hasCached(request: Request, tag: string): boolean {
  const kept = request.get('if-none-match') ?? '';
  return kept.split(',').some((each) => ['*', `"${tag}"`, `W/"${tag}"`].includes(each.trim()));
}
