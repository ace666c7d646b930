// Error handling: the only place that turns errors into the error object (docs/reference/errors.md). A DomainError
// keeps its name, and every other error is a bug: it is logged completely, and the client receives only the request id.

import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';
import { docsUrlOf, ERROR_STATUS, type ErrorBody } from '../../shared/contract/errors.ts';
import { isDatabaseUnavailable } from '../../shared/platform/failures/unavailable.ts';
import type { ApiDeps } from '../deps.ts';
import { describeNearestOperation } from '../near-misses/nearest-operation.ts';
import { requestIdOf } from './request-id.ts';
import { noteRefusal } from './request-log.ts';

/** Half of the time that a failover takes: the database does not answer. */
const OUTAGE_RETRY_AFTER_SECONDS = 5;
const NO_ENDPOINT = 'The requested endpoint does not exist.';

/** Refuses a path or method that no operation has, also another method on a known path. */
export const refuseUnknownRoute: RequestHandler = ({ method, path }) => {
  const nearest = describeNearestOperation(method, path);
  throw new DomainError('not_found', [NO_ENDPOINT, nearest].filter(Boolean).join(' '));
};

/** Refuses OPTIONS, a method that no operation has. */
export const refuseOptions: RequestHandler = (request, response, next) => {
  if (request.method === 'OPTIONS') refuseUnknownRoute(request, response, next);
  else next();
};

/** How a client is answered to an error. */
type AnswerError = (response: Response, body: ErrorBody) => void;

/** The error handler of the application. */
export function answerErrors(
  deps: Pick<ApiDeps, 'config' | 'log'>,
  answer: AnswerError,
): ErrorRequestHandler {
  return (error, _request, response, _next) => {
    const { refusal, body } = describeFailure(error, { deps, response });
    // A response that has begun cannot be changed; closing the connection shows the client that it is incomplete.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (refusal.retryAfterSeconds !== undefined)
      response.set('Retry-After', String(refusal.retryAfterSeconds));
    // RFC 9110 §15.5.2: a 401 response names the authentication scheme.
    if (body.statusCode === 401) response.set('WWW-Authenticate', 'Bearer');
    noteRefusal(response, body);
    answer(response, body);
  };
}

/** Describes an error for the client; a failure of the service is logged. */
export function describeFailure(
  error: unknown,
  { deps: { config, log }, response }: { deps: Pick<ApiDeps, 'config' | 'log'>; response: Response },
): { refusal: DomainError; body: ErrorBody } {
  const requestId = requestIdOf(response);
  const refusal = toRefusal(error) ?? toFailure(error, requestId);
  const body = toErrorBody(refusal, config.publicUrl);
  // One without a cause is a decision, such as a pause that operators wanted.
  const isDecision = error instanceof DomainError && error.cause === undefined;
  if (body.statusCode >= 500 && !isDecision)
    log.error({ err: error, request_id: requestId }, 'a request failed');
  return { refusal, body };
}

/** The JSON body of a refusal. */
export function toErrorBody(refusal: DomainError, publicUrl: string): ErrorBody {
  const faults = refusal.faults();
  return {
    statusCode: refusal.statusCode ?? ERROR_STATUS[refusal.name],
    name: refusal.name,
    message: refusal.message,
    ...refusal.details,
    docs_url: docsUrlOf(publicUrl, refusal.name),
    ...(refusal.field !== undefined && { field: refusal.field }),
    ...(faults.length > 0 && { faults }),
  };
}

/** The refusal for an error that the client caused; undefined for any other error. */
export function toRefusal(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  return isClientFault(error) ? fromExpress(error) : undefined;
}

function toFailure(error: unknown, requestId: string): DomainError {
  if (isDatabaseUnavailable(error)) {
    return new DomainError(
      'application_error',
      `The service cannot reach its database. Try again later: reads, and sends with an Idempotency-Key, are safe to retry. Request id: ${requestId}.`,
      { retryAfterSeconds: OUTAGE_RETRY_AFTER_SECONDS },
    );
  }
  return new DomainError(
    'internal_server_error',
    `An unexpected error occurred. Try again later. Request id: ${requestId}.`,
  );
}

/** True for errors that Express and its parts throw about a request: they have a 4xx status. */
function isClientFault(error: unknown): error is Error {
  if (!(error instanceof Error) || !('statusCode' in error)) return false;
  return typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500;
}

/** A path that cannot be decoded (`/domains/%ff`) is not found; any other such request is unreadable. */
function fromExpress(error: Error): DomainError {
  if (error instanceof URIError) return new DomainError('not_found', NO_ENDPOINT);
  return new DomainError('validation_error', 'The request could not be read.', { cause: error });
}
