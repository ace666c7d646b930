// One line in the log for each request: who, what, how it ended, how long it took. Only named fields are written,
// so headers, queries and bodies cannot leak by being forgotten; a path has no query here, since a query may be a
// secret (`?token=`).
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import type { Logger } from '../../shared/log.ts';
import { findCaller } from '../caller.ts';

/** Probes come every few seconds and say nothing while all is well. */
const QUIET_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Logs each request when its answer is finished or its client is gone. */
export function logRequests(log: Logger): RequestHandler {
  return pinoHttp({
    logger: log,
    quietReqLogger: true,
    quietResLogger: true,
    customAttributeKeys: { reqId: 'request_id', responseTime: 'duration_ms' },
    customLogLevel: (request, response) => levelOf(pathOf(request), response),
    customSuccessObject: (request, response, { duration_ms }) => describe(request, response, duration_ms),
    customErrorObject: (request, response, _error, { duration_ms }) =>
      describe(request, response, duration_ms),
    customSuccessMessage: (_request, response) => outcomeOf(response),
    customErrorMessage: (_request, response) => outcomeOf(response),
  });
}

function describe(request: IncomingMessage, response: ServerResponse, durationMs: number) {
  const caller = findCaller(request);
  return {
    method: request.method,
    path: pathOf(request),
    status: response.statusCode,
    duration_ms: durationMs,
    account_id: caller?.accountId,
    key_id: caller?.keyId,
  };
}

/** The path as it was asked for, before canonicalPath. */
function pathOf(request: IncomingMessage): string {
  const { originalUrl } = request as Partial<Request>;
  return (originalUrl ?? request.url ?? '').split('?')[0] ?? '';
}

function levelOf(path: string, response: ServerResponse) {
  if (response.statusCode >= 500) return 'warn';
  return QUIET_PATHS.has(path) ? 'debug' : 'info';
}

function outcomeOf(response: ServerResponse): string {
  return response.writableFinished ? 'request answered' : 'request aborted by the client';
}
