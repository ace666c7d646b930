// Requires a User-Agent header (docs/reference/requests.md#headers). Pages that browsers, mail clients and probes open
// are mounted before this middleware.
import type { RequestHandler } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';

/** Middleware that throws `validation_error` with status 403 for a missing or empty User-Agent. */
export const requireUserAgent: RequestHandler = (request, _response, next) => {
  if (!request.get('user-agent')?.trim()) {
    throw new DomainError('validation_error', 'The `User-Agent` header is required.', { statusCode: 403 });
  }
  next();
};
