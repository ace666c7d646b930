// The rows of work of each queue for the dashboard, in JSON: for the people who run the service. These are browsers
// that are signed in at /ops, and the owners and admins of the operator's account. For everybody else the service's
// other customers are none of their business: their answer has no rows. The page that shows them has the same path: a
// browser that opens it asks for HTML.
import { type Request, type Response, Router } from 'express';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { isRoleEnough } from '../../../shared/contract/members/values.ts';
import { isOperatorAccount } from '../../../shared/resources/foundation/accounts/operator-account.ts';
import { findCaller } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import { answerUnlessCached } from '../../http/answer-unless-cached.ts';
import { wantsPage } from '../../http/wants-type.ts';
import { missingCredentials } from '../../middleware/authenticate.ts';
import { setRouteLabel } from '../../middleware/measure.ts';
import { authenticateSession, forbidStoring } from '../../sessions/authenticate-session.ts';
import { createOpsAccess, type OpsAccess } from '../../sessions/operator-access.ts';
import { hasOperatorCookie } from '../../sessions/operator-cookie.ts';
import type { WorkReading } from './work-reading.ts';

const PATH = '/app/work';
/** For people who do not run the service: no rows, and no address of ours. */
const NOTHING = { data: null, resting: null, providers: null };

/** The route. It refuses like the API. */
export function dashboardWorkRouter(deps: ApiDeps, work: WorkReading): Router {
  const { opsToken } = deps.config;
  const access = opsToken === undefined ? undefined : createOpsAccess(opsToken);
  return Router().get(PATH, setRouteLabel(PATH), async (request, response, next) => {
    if (wantsPage(request)) return next();
    forbidStoring(response);
    const found = (await mayRead(deps, access, request, response)) ? await work.latest() : NOTHING;
    if (found === undefined)
      throw new DomainError('application_error', 'The work rows cannot be read at the moment.', {
        statusCode: 503,
      });
    answerUnlessCached(response, { object: 'list', ...found });
  });
}

/** @throws DomainError `missing_api_key` when no person is signed in */
async function mayRead(
  deps: ApiDeps,
  access: OpsAccess | undefined,
  request: Request,
  response: Response,
): Promise<boolean> {
  const { clock, database } = deps;
  const isSignedIn = await authenticateSession(deps, request, response);
  if (access && hasOperatorCookie({ access, clock }, request)) return true;
  const caller = isSignedIn ? findCaller(request) : undefined;
  if (caller?.kind !== 'session') throw missingCredentials(request);
  return isRoleEnough(caller.role, 'admin') && (await isOperatorAccount(database, caller.accountId));
}
