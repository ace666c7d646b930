// One line in the log for each request: who, what, how it ended, how long it took. Only named fields are written,
// so headers, queries and bodies cannot leak by being forgotten; a path has no query here, since a query may be a
// secret (`?token=`). pino-http would make a logger for each request, which costs more than the line.
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from '../../shared/platform/log/log.ts';
import { findCaller } from '../caller.ts';
import { requestIdOf } from './request-id.ts';

/** Probes come every few seconds and say nothing while all is well. */
const QUIET_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Logs each request when its answer is finished or its client is gone. */
export function logRequests(log: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const path = pathOf(request);
      const level = levelOf(path, response);
      if (!log.isLevelEnabled(level)) return;
      const outcome = response.writableFinished ? 'request answered' : 'request aborted by the client';
      log[level](describe(request, response, path, performance.now() - startedAt), outcome);
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
    key_id: caller?.keyId,
  };
}

/** The path as it was asked for, before canonicalPath. */
function pathOf({ originalUrl }: Request): string {
  return originalUrl.split('?')[0] ?? '';
}

function levelOf(path: string, { statusCode }: Response): 'warn' | 'debug' | 'info' {
  if (statusCode >= 500) return 'warn';
  return QUIET_PATHS.has(path) ? 'debug' : 'info';
}
