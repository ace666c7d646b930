// Access log: one line in the process log for each request, with caller, method, path, status and duration. Only named
// fields are written, so that headers, queries and bodies cannot leak by mistake; the path has no query, because a
// query may contain a secret (`?token=`). pino-http would create a logger per request, which costs more than the line.
import type { Request, RequestHandler, Response } from 'express';
import type { ErrorBody } from '../../shared/contract/errors.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import { findCaller } from '../caller.ts';
import { requestIdOf } from './request-id.ts';

/** Health probes arrive every few seconds and are not interesting while they succeed. */
const QUIET_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Key of the locals of a response whose path is a secret. */
const PATH_IS_SECRET = 'path is secret';

/** Key of the locals of a response that refuses its request. */
const REFUSAL = 'refusal';

/** Notes why a request is refused. */
export function noteRefusal({ locals }: Response, refusal: ErrorBody): void {
  locals[REFUSAL] = refusal;
}

/** Middleware of paths with a token: the label of the route is logged in place of the path. */
export const logRouteOnly: RequestHandler = (_request, response, next) => {
  keepPathOutOfLog(response);
  next();
};

/** The same for a handler that is not a middleware. */
export function keepPathOutOfLog(response: Response): void {
  response.locals[PATH_IS_SECRET] = true;
}

/** Middleware that logs each request when its response is finished or its client has disconnected. */
export function logRequests(log: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const path = pathOf(request, response);
      const level = levelOf(path, response);
      if (!log.isLevelEnabled(level)) return;
      const outcome = response.writableFinished ? 'request answered' : 'request aborted by the client';
      const refusal = describeRefusal(response, log.isLevelEnabled('debug'));
      log[level](
        { ...describe(request, response, path, performance.now() - startedAt), ...refusal },
        outcome,
      );
    });
    next();
  };
}

function describe(request: Request, response: Response, path: string, durationMs: number) {
  const caller = findCaller(request);
  return {
    request_id: requestIdOf(response),
    method: request.method,
    path,
    status: response.statusCode,
    duration_ms: Math.round(durationMs),
    account_id: caller?.accountId,
    ...(caller?.kind === 'api_key' && { key_id: caller.keyId }),
    ...(caller?.kind === 'session' && { person_id: caller.personId }),
  };
}

/** The message may quote the request, and so an address. */
function describeRefusal({ locals }: Response, hasMessage: boolean) {
  const refusal: ErrorBody | undefined = locals[REFUSAL];
  return refusal && { error: refusal.name, ...(hasMessage && { message: refusal.message }) };
}

/** The path as the client sent it, before api/middleware/canonical-path.ts. */
function pathOf({ originalUrl }: Request, { locals }: Response): string {
  if (locals[PATH_IS_SECRET]) return String(locals['route']);
  return originalUrl.split('?')[0] ?? '';
}

function levelOf(path: string, { statusCode }: Response): 'warn' | 'debug' | 'info' {
  if (statusCode >= 500) return 'warn';
  return QUIET_PATHS.has(path) ? 'debug' : 'info';
}
