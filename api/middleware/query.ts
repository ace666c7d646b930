// Refuses queries that are not plain `name=text` pairs: `?limit=1&limit=2` and `?limit[a]=1` have no meaning in this
// API, and Postgres cannot store or compare NUL.
import type { RequestHandler } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';

/** `limit[a]` or `limit[]`: other frameworks parse such names as objects or arrays. */
const BRACKETED_NAME = /^(.+?)\[.*\]$/s;

/** Middleware that throws `validation_error` for such queries. */
export const requirePlainQuery: RequestHandler = (request, _response, next) => {
  for (const [name, value] of Object.entries(request.query)) {
    const bracketed = BRACKETED_NAME.exec(name)?.[1];
    if (bracketed !== undefined || typeof value !== 'string') {
      const message = `The query parameter \`${bracketed ?? name}\` must be given once, as a string. Separate several values with commas.`;
      throw new DomainError('validation_error', message);
    }
    if (value.includes('\0')) {
      throw new DomainError('validation_error', `The query parameter \`${name}\` must not contain NUL.`);
    }
  }
  next();
};
