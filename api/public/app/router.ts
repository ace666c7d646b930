// The pages of people under /app until there is a dashboard: who is signed in, signing in by the link that `npm start`
// prints, and the forms of the links in mails. They need neither a key nor a User-Agent.
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { findLink } from '../../../shared/resources/one-time-links/take.ts';
import { describeSession } from '../../../shared/resources/sessions/describe.ts';
import { signInByLink } from '../../../shared/resources/sign-in/by-link.ts';
import { callerOf } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import { setRouteLabel } from '../../middleware/measure.ts';
import { setSignedIn } from '../../resources/auth/answer-signed-in.ts';
import { authenticateSession, clientOf } from '../../sessions/authenticate-session.ts';
import { answerPageFailure, sendPage } from '../answer-page.ts';
import { serveForm } from './form.ts';
import { ACCEPT_PAGE, RESET_PAGE } from './form-pages.ts';
import {
  NO_PAGE,
  type PageHost,
  renderHome,
  renderRefusedSignIn,
  renderSignedOut,
  SIGN_IN_PAGE,
} from './pages.ts';

/** Routes of the pages. */
export function appRouter(deps: ApiDeps): Router {
  const { config, log } = deps;
  const router = Router();
  router.get('/', setRouteLabel('/app'), showHome(deps));
  // Whoever reads the terminal of a development machine has its database too; in production nothing else may sign in.
  if (isDevelopment(config)) router.get('/sign-in', setRouteLabel('/app/sign-in'), signIn(deps));
  router.use(serveForm(deps, ACCEPT_PAGE), serveForm(deps, RESET_PAGE));
  router.use(setRouteLabel('/app/*'), (_request, response) => sendPage(response, 404, NO_PAGE));
  return Router().use('/app', router, answerPageFailure(log));
}

function showHome(deps: ApiDeps): RequestHandler {
  const host = hostOf(deps);
  return async (request, response) => {
    const page = (await renderHomeOf(deps, request, response)) ?? renderSignedOut(host);
    sendPage(response, 200, page);
  };
}

/** @returns undefined: nobody is signed in */
async function renderHomeOf(deps: ApiDeps, request: Request, response: Response) {
  if (!(await authenticateSession(deps, request, response))) return undefined;
  const caller = callerOf(request);
  if (caller.kind !== 'session') return undefined;
  return renderHome(hostOf(deps), await describeSession(deps.database, caller.sessionId));
}

/** A link signs in once, so only a person may open it: no preview of a link, no browser that fetches ahead. */
function signIn(deps: ApiDeps): RequestHandler {
  const { database, clock } = deps;
  const host = hostOf(deps);
  return async (request, response) => {
    const token = String(request.query['token']);
    const now = clock.now();
    if (isPrefetch(request)) return sendPage(response, 503, SIGN_IN_PAGE);
    if (request.method === 'HEAD') {
      const link = await findLink(database, { purpose: 'sign_in', token, now });
      return sendPage(response, link ? 200 : 404, SIGN_IN_PAGE);
    }
    try {
      const session = await signInByLink(deps, token, { ...clientOf(request), now });
      await setSignedIn({ deps, request, response }, { kind: 'session', session });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return sendPage(response, 404, renderRefusedSignIn(host, error.message));
    }
    // Relative: the browser stays on the host that it has the cookie for.
    response.set('Cache-Control', 'no-store').redirect(303, '../app');
  };
}

/** A browser that guesses the next page loads it again, when the person opens it and this answer was an error. */
function isPrefetch(request: Request): boolean {
  return ['sec-purpose', 'purpose', 'x-moz'].some((name) => /prefetch/i.test(request.get(name) ?? ''));
}

function hostOf({ config }: ApiDeps): PageHost {
  return { publicUrl: config.publicUrl, isDevelopment: isDevelopment(config) };
}

function isDevelopment({ environment }: ApiDeps['config']): boolean {
  return environment !== 'production';
}
