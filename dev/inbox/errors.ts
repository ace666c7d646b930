// All errors of the inbox have the product's error object, so that a test handles only one kind of error.
import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';
import { ERROR_STATUS, type ErrorBody } from '../../shared/contract/errors.ts';
import type { Logger } from '../../shared/platform/log/log.ts';

/** Answers a path that does not exist. */
export function answerNotFound(request: Request): void {
  throw new DomainError('not_found', `${request.method} ${request.path} does not exist.`);
}

/** Creates the error handler, which is the last handler: it turns an exception into an answer. */
export function createErrorHandler(log: Logger) {
  // Express recognizes an error handler by its four parameters.
  return (error: unknown, request: Request, response: Response, next: NextFunction): void => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const refusal = toRefusal(error);
    if (!refusal) log.error({ err: error, method: request.method, path: request.path }, 'the inbox failed');
    const body = toBody(refusal ?? new DomainError('internal_server_error', 'The inbox failed.'));
    response.status(body.statusCode).json(body);
  };
}

/**
 * Express and its file server refuse a path that cannot be decoded or leaves its folder; such a path does not exist.
 */
function toRefusal(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  return status < 500 ? new DomainError('not_found', 'There is nothing at this path.') : undefined;
}

function toBody({ name, message, statusCode }: DomainError): Omit<ErrorBody, 'docs_url'> {
  return { statusCode: statusCode ?? ERROR_STATUS[name], name, message };
}
