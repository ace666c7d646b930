// Request ids: the response, its log lines and error messages carry the same id. An id from the client is used, so that
// one id follows a request through several systems.
import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Ids } from '../../shared/platform/time/ids.ts';

/** Name of the header in requests and responses. */
export const REQUEST_ID_HEADER = 'X-Request-Id';
/** Ids that can safely be copied into a header and a log line. */
const SAFE_REQUEST_ID = /^[\w.:+/=@-]{1,128}$/;

/** Middleware that sets the X-Request-Id of the response. */
export function assignRequestId(ids: Ids): RequestHandler {
  return (request, response, next) => {
    const offered = request.get(REQUEST_ID_HEADER);
    response.setHeader(REQUEST_ID_HEADER, offered && SAFE_REQUEST_ID.test(offered) ? offered : ids.next());
    next();
  };
}

/** The id of the request that this response answers. */
export function requestIdOf(response: ServerResponse): string {
  return String(response.getHeader(REQUEST_ID_HEADER));
}
