// Request logs for accounts: every request with a valid key leaves a log that its account can read, whatever its
// outcome (docs/reference/logs.md#what-is-logged). The log is made when the request is over and written later, so no
// request waits for it. Redaction: secrets are removed from bodies (shared/resources/foundation/logs/capture.ts); the
// query is not stored, nor a body that is not JSON, because secrets could not be found in it.
import type { Request, RequestHandler, Response } from 'express';
import { redactText } from '../../shared/platform/redaction/redact-text.ts';
import { captureBody } from '../../shared/resources/foundation/logs/capture.ts';
import { withoutContents } from '../../shared/resources/foundation/logs/contents.ts';
import { errorNameOf, type NewLog } from '../../shared/resources/foundation/logs/log.ts';
import { hasBody } from '../body/read-json-body.ts';
import { findCaller } from '../caller.ts';
import type { ApiDeps } from '../deps.ts';
import { beginNotes, type RequestNotes } from '../request-notes.ts';
import { CLIENT_CLOSED_REQUEST } from './measure.ts';
import { requestIdOf } from './request-id.ts';

/** Longer paths and user agents add no information, and an index entry holds at most 2,700 bytes. */
const TEXT_MAX_LENGTH = 1_000;
/** The requests that its tools make are logged, each as the request that it is. */
export const MCP_PATH = /^\/mcp\/?$/i;
/** Reading logs is not logged: a page that polls every second would fill the logs with itself. */
const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const LOGS_PATH = /^\/logs(?:\/|$)/i;

/** Middleware that records the requests of authenticated callers. */
export function recordRequests({ requestLogs, clock, log }: ApiDeps): RequestHandler {
  return (request, response, next) => {
    const endpoint = request.url.split('?')[0] ?? '';
    if (MCP_PATH.test(endpoint) || (READ_METHODS.has(request.method) && LOGS_PATH.test(endpoint)))
      return next();
    const startedAtMs = performance.now();
    const createdAt = clock.now();
    const notes = beginNotes(response);
    response.once('close', () => {
      try {
        const made = describe(request, response, notes, { endpoint, startedAtMs, createdAt });
        if (made) requestLogs.add(made);
      } catch (error) {
        log.warn({ err: error, request_id: requestIdOf(response) }, 'a request could not be recorded');
      }
    });
    next();
  };
}

/** The facts at the beginning of a request. */
interface Begun extends Pick<NewLog, 'endpoint' | 'createdAt'> {
  startedAtMs: number;
}

/** The log of a request; undefined for a caller without a valid key. */
function describe(
  request: Request,
  response: Response,
  { answer, contentId, ignoredParameters }: RequestNotes,
  { endpoint, startedAtMs, createdAt }: Begun,
): NewLog | undefined {
  const caller = findCaller(request);
  if (caller?.kind !== 'api_key') return undefined;
  const body = hasBody(request) ? request.body : undefined;
  const answered: unknown = typeof answer === 'string' ? JSON.parse(answer) : answer;
  const status = response.headersSent ? response.statusCode : CLIENT_CLOSED_REQUEST;
  const shortBody = contentId === undefined ? undefined : withoutContents(body);
  return {
    accountId: caller.accountId,
    apiKeyId: caller.keyId,
    requestId: textOf(requestIdOf(response)),
    method: request.method,
    endpoint: textOf(endpoint),
    durationMs: Math.round(performance.now() - startedAtMs),
    createdAt,
    status,
    errorName: errorNameOf(status, answered),
    userAgent: textOf(request.get('user-agent') ?? ''),
    requestBody: captureBody(shortBody ?? body),
    responseBody: captureBody(answered),
    contentId: shortBody && contentId ? contentId : null,
    ignoredParameters: ignoredParameters === undefined ? null : textOf(ignoredParameters),
  };
}

function textOf(text: string): string {
  return redactText(text).slice(0, TEXT_MAX_LENGTH);
}
