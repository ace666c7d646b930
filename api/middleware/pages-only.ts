// Routes pages before operations, because they require neither a key nor a User-Agent. The first segment of a path
// decides which of the two it is, so that a request to the API is not first matched against every page.
import type { RequestHandler } from 'express';
import { OPERATIONS } from '../../shared/contract/operations.ts';

/** `/emails/batch` → `emails`. */
export const resourceOf = (path: string) => path.split('/', 2)[1] ?? '';

const RESOURCES: ReadonlySet<string> = new Set(Object.values(OPERATIONS).map(({ path }) => resourceOf(path)));

/** Middleware that passes requests of operations on, and gives all others to the pages. */
export function pagesOnly(pages: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (RESOURCES.has(resourceOf(request.path))) next();
    else pages(request, response, next);
  };
}
