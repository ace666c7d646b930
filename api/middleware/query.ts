// A query parameter is given once, as text: `?limit=1&limit=2` and `?limit[a]=1` mean nothing here, and NUL cannot
// be stored or compared in Postgres.
import type { RequestHandler } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';

/** `limit[a]` or `limit[]`: the parameter's name, then another framework's idea of an object. */
const BRACKETED_NAME = /^(.+?)\[.*\]$/s;

/** Refuses queries that are not plain name-and-text pairs. */
export const requirePlainQuery: RequestHandler = (request, _response, next) => {
  for (const [name, value] of Object.entries(request.query)) {
    const bracketed = BRACKETED_NAME.exec(name)?.[1];
    if (bracketed !== undefined || typeof value !== 'string') {
      const message = `The query parameter \`${bracketed ?? name}\` must be given once, as text.`;
      throw new DomainError('validation_error', message);
    }
    if (value.includes('\0')) {
      throw new DomainError('validation_error', `The query parameter \`${name}\` must not contain NUL.`);
    }
  }
  next();
};
