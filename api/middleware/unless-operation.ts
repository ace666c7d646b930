// Pages stand before operations, since they ask for neither a key nor a User-Agent. The first word of a path tells the
// two apart, so that a request of the API is not matched against every page first.
import type { RequestHandler } from 'express';
import { OPERATIONS } from '../../shared/contract/operations.ts';

/** `/emails/batch` → `emails`. */
const resourceOf = (path: string) => path.split('/', 2)[1] ?? '';

const RESOURCES: ReadonlySet<string> = new Set(Object.values(OPERATIONS).map(({ path }) => resourceOf(path)));

/** Passes the requests of operations by. */
export function unlessOperation(pages: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (RESOURCES.has(resourceOf(request.path))) next();
    else pages(request, response, next);
  };
}
