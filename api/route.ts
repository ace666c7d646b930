// Registers an operation: its guards, in the order of decisions.md §1, then its handler. Method, path, permission
// and body size come from the operations table, so a route cannot differ from what the API description says.
import type { RequestHandler, Router } from 'express';
import { BODY_MAX_BYTES } from '../shared/contract/limits.ts';
import type { Operation } from '../shared/contract/operation.ts';
import { readJsonBody } from './body/read-json-body.ts';
import { inPlace, takeBodyPlace } from './middleware/account-places.ts';
import { nameRoute } from './middleware/measure.ts';
import { requirePermission } from './middleware/permissions.ts';
import { requirePlainQuery } from './middleware/query.ts';

/**
 * Adds an operation to a router.
 * @param handler validates, calls one function of shared, answers. Without one the operation has only its guards:
 *   what nobody may do yet is refused with its true reason.
 * @param beforeBody a guard of this operation alone, before its body is read
 * @param readBody reads its body, where that is not plain JSON in memory
 */
export function route(
  router: Router,
  operation: Operation,
  handler?: RequestHandler,
  beforeBody?: RequestHandler,
  readBody: RequestHandler = readJsonBody(operation.bodyMaxBytes ?? BODY_MAX_BYTES),
): void {
  const { method, path, permission } = operation;
  const takesBody = method === 'post' || method === 'patch';
  router[method](
    path,
    nameRoute(path),
    requirePermission(permission),
    ...(beforeBody ? [beforeBody] : []),
    takeBodyPlace(operation),
    ...(takesBody ? [readBody] : []),
    requirePlainQuery,
    ...(handler ? [inPlace(operation, handler)] : []),
  );
}
