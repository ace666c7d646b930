// Gives every request an id that its answer, its log lines and a failure's message share. A caller's own id is
// kept, so that one id follows a request through several systems.
import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Ids } from '../../shared/platform/time/ids.ts';

/** Response and request header. */
export const REQUEST_ID_HEADER = 'X-Request-Id';
/** What may be repeated into a header and a log line without harm. */
const SAFE_REQUEST_ID = /^[\w.:+/=@-]{1,128}$/;

/** Sets the answer's X-Request-Id. */
export function assignRequestId(ids: Ids): RequestHandler {
  return (request, response, next) => {
    const offered = request.get(REQUEST_ID_HEADER);
    response.setHeader(REQUEST_ID_HEADER, offered && SAFE_REQUEST_ID.test(offered) ? offered : ids.next());
    next();
  };
}

/** The id of the request that is being answered. */
export function requestIdOf(response: ServerResponse): string {
  return String(response.getHeader(REQUEST_ID_HEADER));
}
