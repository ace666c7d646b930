// A request without a User-Agent is refused (interface.md, Authentication 8). What browsers, mail clients and
// probes open is mounted before this.
import type { RequestHandler } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';

/** Refuses a missing or empty User-Agent. */
export const requireUserAgent: RequestHandler = (request, _response, next) => {
  if (!request.get('user-agent')?.trim()) {
    throw new DomainError('validation_error', 'The `User-Agent` header is required.', { statusCode: 403 });
  }
  next();
};
