// Error handling: the only place that turns errors into the error object (docs/reference/errors.md). A DomainError
// keeps its name, joi's errors get names of the API, and every other error is a bug: it is logged completely, and the
// client receives only the request id.

import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import Joi from 'joi';
import { DomainError } from '../../shared/contract/domain-error.ts';
import { docsUrlOf, ERROR_STATUS, type ErrorBody, type ErrorName } from '../../shared/contract/errors.ts';
import { isDatabaseUnavailable } from '../../shared/platform/db/unavailable.ts';
import { findCaller } from '../caller.ts';
import type { ApiDeps } from '../deps.ts';
import { describeNearestOperation } from '../near-misses/nearest-operation.ts';
import { requestIdOf } from './request-id.ts';
import { noteRefusal } from './request-log.ts';

/** Joi's error codes that have their own error name; all others become `validation_error`. */
const NAME_OF_JOI_CODE: Readonly<Record<string, ErrorName>> = {
  'any.required': 'missing_required_field',
  'field.missing': 'missing_required_field',
  'address.from': 'invalid_from_address',
  'address.to': 'invalid_to_address',
  'attachment.empty': 'invalid_attachment',
};

const NO_ENDPOINT = 'The requested endpoint does not exist.';

/** Joi's messages can contain a field name that the client has chosen, of megabytes. */
const MESSAGE_MAX_LENGTH = 1_000;

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
  return (error, request, response, _next) => {
    const { refusal, body } = describeFailure(error, { deps, request, response });
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

/** What a client is answered to an error; a failure of the service is logged. */
export function describeFailure(
  error: unknown,
  {
    deps: { config, log },
    request,
    response,
  }: { deps: Pick<ApiDeps, 'config' | 'log'>; request: Request; response: Response },
): { refusal: DomainError; body: ErrorBody } {
  const requestId = requestIdOf(response);
  const refusal = toRefusal(error) ?? toFailure(error, requestId);
  const body = { ...toErrorBody(refusal, config.publicUrl), ...fieldOf(refusal, request) };
  // One without a cause is a decision, such as a pause that operators wanted.
  const isDecision = error instanceof DomainError && error.cause === undefined;
  if (body.statusCode >= 500 && !isDecision)
    log.error({ err: error, request_id: requestId }, 'a request failed');
  return { refusal, body };
}

/** The field that is at fault, for the forms of people; programs branch on the name alone. */
function fieldOf({ field }: DomainError, request: Request): { field?: string } {
  return field === undefined || findCaller(request)?.kind === 'api_key' ? {} : { field };
}

/** The JSON body of a refusal. */
export function toErrorBody(refusal: DomainError, publicUrl: string): ErrorBody {
  return {
    statusCode: refusal.statusCode ?? ERROR_STATUS[refusal.name],
    name: refusal.name,
    message: refusal.message,
    ...refusal.details,
    docs_url: docsUrlOf(publicUrl, refusal.name),
  };
}

/** The refusal for an error that the client caused; undefined for any other error. */
export function toRefusal(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (Joi.isError(error)) return fromJoi(error);
  return isClientFault(error) ? fromExpress(error) : undefined;
}

function toFailure(error: unknown, requestId: string): DomainError {
  if (isDatabaseUnavailable(error)) {
    return new DomainError(
      'application_error',
      `The service cannot reach its database at the moment. Requests that read, and sends with an Idempotency-Key, are safe to retry. Request id: ${requestId}.`,
    );
  }
  return new DomainError(
    'internal_server_error',
    `An unexpected error occurred. Please try again later. Request id: ${requestId}.`,
  );
}

function fromJoi({ details: [detail] }: Joi.ValidationError): DomainError {
  const name = NAME_OF_JOI_CODE[detail?.type ?? ''] ?? 'validation_error';
  // A check of the whole body has no path; it names the missing field in its context.
  const path = String(detail?.context?.['field'] ?? detail?.path.join('.'));
  const field = path.slice(0, MESSAGE_MAX_LENGTH).toWellFormed();
  const fault = field === '' ? {} : { field };
  if (name === 'missing_required_field') return new DomainError(name, `Missing \`${field}\` field.`, fault);
  const isBody = detail?.type === 'object.base' && detail.path.length === 0;
  const message = isBody ? 'The body must be a JSON object' : (detail?.message ?? 'The request is invalid');
  const isLong = message.length > MESSAGE_MAX_LENGTH;
  return new DomainError(name, isLong ? `${message.slice(0, MESSAGE_MAX_LENGTH)}…` : `${message}.`, fault);
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
