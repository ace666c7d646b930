// Every request with a key leaves a log that its account can read (decisions.md §9), whatever became of it. It is made
// when the request is over, and written later: nobody waits for it. Bodies are taken without secrets (shared/resources/
// logs/capture.ts); of a query nothing is kept, nor of a body that is no JSON, in which no secret could be found.
import type { Request, RequestHandler, Response } from 'express';
import { redactText } from '../../shared/platform/redaction/redact-text.ts';
import { captureBody } from '../../shared/resources/logs/capture.ts';
import { withoutContents } from '../../shared/resources/logs/contents.ts';
import type { NewLog } from '../../shared/resources/logs/log.ts';
import { hasBody } from '../body/read-json-body.ts';
import { findCaller } from '../caller.ts';
import type { ApiDeps } from '../deps.ts';
import { beginNotes, type RequestNotes } from '../request-notes.ts';
import { CLIENT_CLOSED_REQUEST } from './measure.ts';
import { requestIdOf } from './request-id.ts';

/** Longer paths and names of programs say no more, and an index takes 2,700 bytes of one. */
const TEXT_MAX_LENGTH = 1_000;
/** Reading logs makes none: a page that looks every second would fill them with itself. */
const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const LOGS_PATH = /^\/logs(?:\/|$)/i;

/** Records the requests that pass here, of callers that are known in the end. */
export function recordRequests({ requestLogs, clock, log }: ApiDeps): RequestHandler {
  return (request, response, next) => {
    const endpoint = request.url.split('?')[0] ?? '';
    if (READ_METHODS.has(request.method) && LOGS_PATH.test(endpoint)) return next();
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

/** What is known when a request begins. */
interface Begun extends Pick<NewLog, 'endpoint' | 'createdAt'> {
  startedAtMs: number;
}

/** Undefined for a caller without a key, or with a wrong one. */
function describe(
  request: Request,
  response: Response,
  { answer, contentId }: RequestNotes,
  { endpoint, startedAtMs, createdAt }: Begun,
): NewLog | undefined {
  const caller = findCaller(request);
  if (caller?.kind !== 'api_key') return undefined;
  const body = hasBody(request) ? request.body : undefined;
  const shortBody = contentId === undefined ? undefined : withoutContents(body);
  return {
    accountId: caller.accountId,
    apiKeyId: caller.keyId,
    requestId: textOf(requestIdOf(response)),
    method: request.method,
    endpoint: textOf(endpoint),
    durationMs: Math.round(performance.now() - startedAtMs),
    createdAt,
    status: response.headersSent ? response.statusCode : CLIENT_CLOSED_REQUEST,
    userAgent: textOf(request.get('user-agent') ?? ''),
    requestBody: captureBody(shortBody ?? body),
    responseBody: captureBody(typeof answer === 'string' ? JSON.parse(answer) : answer),
    contentId: shortBody && contentId ? contentId : null,
  };
}

function textOf(text: string): string {
  return redactText(text).slice(0, TEXT_MAX_LENGTH);
}
