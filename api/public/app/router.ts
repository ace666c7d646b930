// The pages of people under /app: those that need no script, which are signing in by the link that `npm start` prints and
// the forms of the links in mails, and the dashboard for every other path. They need neither a key nor a User-Agent.
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { signInByLink } from '../../../shared/resources/people/log-in/by-link.ts';
import { findAddressOfEndedLink, findLink } from '../../../shared/resources/people/one-time-links/consume.ts';
import type { ApiDeps } from '../../deps.ts';
import { setRouteLabel } from '../../middleware/measure.ts';
import { setSignedIn } from '../../resources/auth/answer-signed-in.ts';
import { authenticateSession, clientOf } from '../../sessions/authenticate-session.ts';
import { createOpsAccess } from '../../sessions/operator-access.ts';
import { setOperatorCookie } from '../../sessions/operator-cookie.ts';
import { answerPageFailure, sendPage } from '../answer-page.ts';
import type { FindDashboardBuild } from '../dashboard-page/build.ts';
import { dashboardRouter } from '../dashboard-page/router.ts';
import { isFetchedAhead } from '../fetched-ahead.ts';
import { serveForm } from './form.ts';
import { ACCEPT_PAGE, RESET_PAGE } from './form-pages.ts';
import { APP_FAILURE, NO_PAGE, renderRefusedSignIn, SIGN_IN_PAGE } from './pages.ts';

/** Routes of the pages. */
export function appRouter(deps: ApiDeps, findBuild: FindDashboardBuild): Router {
  const { config, log } = deps;
  const router = Router();
  // A person with the terminal of a development machine has its database too; in production no such link signs in.
  if (config.environment !== 'production') router.get('/sign-in', signIn(deps));
  router.use(serveForm(deps, ACCEPT_PAGE), serveForm(deps, RESET_PAGE));
  router.use(dashboardRouter(deps, findBuild));
  router.use(setRouteLabel('/app/*'), (_request, response) => sendPage(response, 404, NO_PAGE));
  return Router().use('/app', router, answerPageFailure(log, APP_FAILURE));
}

/** A link signs in once, so only a person may open it: no preview of a link, no browser that fetches ahead. */
function signIn(deps: ApiDeps): RequestHandler {
  const { database, clock } = deps;
  const label = setRouteLabel('/app/sign-in');
  const follow = async (request: Request, response: Response) => {
    const token = String(request.query['token']);
    const now = clock.now();
    // A browser that guesses the next page loads it again, when the person opens it and this answer was an error.
    if (isFetchedAhead(request)) return sendPage(response, 503, SIGN_IN_PAGE);
    if (request.method === 'HEAD') {
      const link = await findLink(database, { purpose: 'sign_in', token, now });
      return sendPage(response, link ? 200 : 404, SIGN_IN_PAGE);
    }
    try {
      const session = await signInByLink(deps, token, { ...clientOf(request), now });
      await setSignedIn({ deps, request, response }, { kind: 'session', session });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (await authenticateSession(deps, request, response)) return open(response);
      const email = await findAddressOfEndedLink(database, { purpose: 'sign_in', token, now });
      return sendPage(response, 404, renderRefusedSignIn(error.message, email));
    }
    signInAsOperator(deps, response);
    open(response);
  };
  // Relative: the browser stays on the host that it has the cookie for.
  const open = (response: Response) => response.set('Cache-Control', 'no-store').redirect(303, '../app');
  return (request, response, next) => {
    // Without a token it is the page of the dashboard where people sign in.
    if (request.query['token'] === undefined) return next();
    label(request, response, () => {});
    return follow(request, response);
  };
}

/** The dashboard of a development machine links to the board of the queues: its owner need not sign in there again. */
function signInAsOperator({ config: { opsToken, publicUrl }, clock }: ApiDeps, response: Response): void {
  if (opsToken === undefined) return;
  setOperatorCookie({ access: createOpsAccess(opsToken), clock, publicUrl }, response);
}
