// Mounts routes on a router: the middleware of an operation in the documented order
// (docs/reference/requests.md#order-of-checks: permissions, rate limit, body, query), then its schemas, then its
// handler. Method, path, permission, body size and status come from the operations table, so a route cannot differ
// from the API description.
import { type RequestHandler, type Response, Router } from 'express';
import { notFound } from '../shared/contract/domain-error.ts';
import { BODY_MAX_BYTES, OPEN_BODY_MAX_BYTES } from '../shared/contract/limits.ts';
import { type Operation, statusesOf, takesBody } from '../shared/contract/operation.ts';
import { answerContent, answerJson, answerText } from './answer.ts';
import { auditWrites } from './audit-writes.ts';
import { readJsonBody } from './body/read-json-body.ts';
import { type Caller, findCaller } from './caller.ts';
import type { ApiDeps } from './deps.ts';
import { answerUnlessCached } from './http/answer-unless-cached.ts';
import { refuseWhileSuspended } from './http/refuse-while-suspended.ts';
import { createRequireCallerStill, type RequireCallerStill } from './http/require-caller-still.ts';
import { nameIgnoredParameters } from './input/ignored-parameters.ts';
import { inSlot, takeBodySlot } from './middleware/account-slots.ts';
import { type AuthenticateKey, createKeyAuthentication } from './middleware/authenticate.ts';
import { inTurn } from './middleware/contact-turns.ts';
import { setRouteLabel } from './middleware/measure.ts';
import { resourceOf } from './middleware/pages-only.ts';
import { requirePermission } from './middleware/permissions.ts';
import { requirePlainQuery } from './middleware/query.ts';
import { Content, Reply } from './reply.ts';
import type { Answer, Around, Call, Resource, Route } from './route.ts';
import { forbidStoring } from './sessions/authenticate-session.ts';
import { requireSameOrigin } from './sessions/same-origin.ts';
import { validate } from './validate.ts';

type MakeGuard = (deps: ApiDeps) => RequestHandler;
/** Creates a guard once for all routes that name it, so that they share its limits. */
type GuardOf = (make: MakeGuard) => RequestHandler;

/**
 * Creates the router that serves the open operations of these resources; it is mounted before authentication. Requests to
 * resources without one, such as sends, are not matched against them.
 */
export function mountOpenRoutes(resources: readonly Resource[], deps: ApiDeps): Router {
  const router = Router();
  const open = resources.flat().filter(isOpen);
  const names = new Set(open.map(({ operation }) => resourceOf(operation.path)));
  router.use((request, _response, next) => {
    if (names.has(resourceOf(request.path).toLowerCase())) next();
    else next('router');
  });
  for (const each of open) mountOpen(router, each, deps);
  return router;
}

const isOpen = ({ operation }: Route) => operation.permission === 'open';

/** An open operation counts as a page's: it must be sent by a page of this server, and its body is small. */
function mountOpen(router: Router, route: Route, deps: ApiDeps): void {
  const { method, path, bodyMaxBytes = OPEN_BODY_MAX_BYTES } = route.operation;
  router[method](
    path,
    setRouteLabel(path),
    requireSameOrigin,
    (_request, response, next) => {
      forbidStoring(response);
      next();
    },
    readJsonBody(bodyMaxBytes),
    requirePlainQuery,
    serve(route, deps),
  );
}

/** Creates the router that serves the operations of these resources for authenticated callers. */
export function mountRoutes(resources: readonly Resource[], deps: ApiDeps): Router {
  const guards = new Map<MakeGuard, RequestHandler>();
  const guardOf: GuardOf = (make) => {
    const guard = guards.get(make) ?? make(deps);
    guards.set(make, guard);
    return guard;
  };
  const router = Router();
  const shared = { deps, guardOf, authenticateKey: createKeyAuthentication(deps) };
  for (const each of resources.flat()) if (!isOpen(each)) mount(router, each, shared);
  return router;
}

/** The dependencies of all routes. */
interface Shared {
  deps: ApiDeps;
  guardOf: GuardOf;
  authenticateKey: AuthenticateKey;
}

function mount(router: Router, route: Route, { deps, guardOf, authenticateKey }: Shared): void {
  const { operation, options } = route;
  const { method, path, bodyMaxBytes = BODY_MAX_BYTES } = operation;
  const requireStill = createRequireCallerStill(operation, deps, authenticateKey);
  const readBody = options.readBody ? guardOf(options.readBody) : readJsonBody(bodyMaxBytes);
  router[method](
    path,
    setRouteLabel(path),
    requirePermission(operation),
    refuseWhileSuspended(operation, deps),
    ...(options.beforeBody ? [guardOf(options.beforeBody)] : []),
    takeBodySlot(operation),
    ...(takesBody(operation) ? [readBody] : []),
    requirePlainQuery,
    inTurn(operation, deps, inSlot(operation, serve(route, deps, requireStill))),
  );
}

const runOnly: Around = (_call, run) => run(undefined);

function serve(
  { operation, schemas, check, handle, options: { around = runOnly } }: Route,
  deps: ApiDeps,
  /** Absent: an open operation has no caller. */
  requireStill: RequireCallerStill = async () => {},
): RequestHandler {
  const audit = operation.isAudited ? undefined : auditWrites(operation, deps);
  return async (request, response) => {
    await requireStill(request);
    const caller = findCaller(request);
    const query = schemas.query && validate(schemas.query, request.query);
    nameIgnoredParameters(request.query, schemas.query, response);
    const answer = await around({ deps, request, response }, async (reservation) => {
      const body = schemas.body && checkBody(schemas.body, request.body);
      check?.({ deps, query, body });
      const params = checkParams(schemas.params, request.params);
      return await handle({
        deps,
        caller,
        params,
        query,
        body,
        reservation,
        request,
        response,
        requireStill: () => requireStill(request),
      });
    });
    if (caller?.kind === 'session') await audit?.(caller, { request, response, answer });
    await answerCall(operation, { caller, response, answer });
  };
}

function checkBody(schema: NonNullable<Route['schemas']['body']>, body: unknown): unknown {
  if ('unchecked' in schema) return undefined;
  // A client in PHP writes no fields as `[]`: its empty object and its empty list are one value.
  const given = Array.isArray(body) && body.length === 0 ? {} : body;
  return validate('checked' in schema ? schema.checked : schema, given);
}

/** @throws DomainError `not_found` for a text that cannot be an id */
function checkParams(
  schemas: Route['schemas']['params'],
  given: Readonly<Record<string, string | string[]>>,
): Call['params'] {
  const params: Record<string, string> = {};
  for (const [name, { of, refusedAs = of, isId }] of Object.entries(schemas ?? {})) {
    const id = String(given[name]);
    if (!isId(id)) throw notFound(refusedAs);
    params[name] = id;
  }
  return params;
}

async function answerCall(
  operation: Operation,
  { caller, response, answer }: { caller: Caller | undefined; response: Response; answer: Answer },
): Promise<void> {
  const [usual, ...others] = statusesOf(operation);
  const { statusCode, body } = answer instanceof Reply ? answer : new Reply(usual, answer);
  // A refusal that is stored under an idempotency key is replayed with its own status.
  const isKnown = statusCode >= 400 || [usual, ...others].some((status) => status === statusCode);
  if (!isKnown) throw new Error(`The row of ${operation.path} does not have the status ${statusCode}.`);
  if (statusCode === 200 && !(body instanceof Content) && isReadByPage(operation, caller))
    answerUnlessCached(response, body);
  else if (typeof body === 'string') answerText(response, body, statusCode);
  else if (body instanceof Content) await answerContent(response, body, statusCode);
  else answerJson(response, body, statusCode);
}

/** Answers of /auth contain the CSRF token, and nothing may cache them. */
function isReadByPage({ method, path }: Operation, caller: Caller | undefined): boolean {
  return method === 'get' && caller?.kind === 'session' && resourceOf(path) !== 'auth';
}
