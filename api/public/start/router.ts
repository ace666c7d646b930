// What a browser gets at the root of the service: the start page, or the dashboard, where the operator has switched the page
// off or the person wants it so. Programs, which ask for JSON or for anything, get what the API answers.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { ApiDeps } from '../../deps.ts';
import { wantsPage } from '../../http/wants-type.ts';
import { labelRoute, setRouteLabel } from '../../middleware/measure.ts';
import { sessionTokenOf } from '../../sessions/authenticate-session.ts';
import { cookieName, readCookie, setCookie, themeOf } from '../../sessions/cookies.ts';
import { requireSameOrigin } from '../../sessions/same-origin.ts';
import { sendPage } from '../answer-page.ts';
import { appearanceOf } from '../appearance/page.ts';
import { readFields } from '../read-fields.ts';
import { findDevelopmentFacts } from '../reader/development-facts.ts';
import { createStartFrame, START_SCRIPT_PATH } from './start-frame.ts';
import { startPageHtml } from './start-page.ts';

const SCRIPT = readFileSync(fileURLToPath(new URL('page/start.js', import.meta.url)));
/**
 * The value of the cookie, and of the field, of a person who wants the dashboard at once. It says nothing about the
 * person.
 */
const DASHBOARD = 'dashboard';
/** Browsers keep no cookie longer (RFC 6265bis §5.5). */
const CHOICE_MS = 400 * 24 * 60 * 60 * 1_000;

/** Routes of the page, its script and its choice. */
export function startRouter(deps: ApiDeps): Router {
  const { hasStartPage } = deps.config;
  const router = Router().get('/', answerRoot(hasStartPage ? showStart(deps) : leadToDashboard));
  if (!hasStartPage) return router;
  router.get(START_SCRIPT_PATH, setRouteLabel(START_SCRIPT_PATH), (_request, response) => {
    response.set('Cache-Control', 'no-cache').type('js').send(SCRIPT);
  });
  return router.post('/start', setRouteLabel('/start'), requireSameOrigin, keepChoice(deps));
}

/** Answers browsers; the request of a program continues. */
function answerRoot(answer: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (!wantsPage(request)) return next();
    labelRoute(response, '/');
    response.set({ Vary: 'Accept, Cookie', 'Cache-Control': 'private, no-store' });
    return answer(request, response, next);
  };
}

/** Relative, so that it works below any path of PUBLIC_URL. */
const leadToDashboard = (_request: Request, response: Response) => response.redirect(303, 'app');

function showStart({ config, clock }: ApiDeps): RequestHandler {
  const frame = createStartFrame();
  return async (request, response) => {
    const opensDashboard = readCookie(request, cookieName('start', config.publicUrl)) === DASHBOARD;
    // With `?start` the page is shown to people who have chosen otherwise, and want to choose again.
    if (opensDashboard && request.query['start'] === undefined) return leadToDashboard(request, response);
    const main = startPageHtml({
      config,
      facts: await findDevelopmentFacts(config, request),
      startedAt: new Date(clock.now().getTime() - process.uptime() * 1_000),
      hasSession: sessionTokenOf(request, config.publicUrl) !== undefined,
      opensDashboard,
    });
    sendPage(response, 200, frame(main, appearanceOf(request), themeOf(request)));
  };
}

/** Keeps in this browser what `/` opens, and opens it. */
function keepChoice({ config: { publicUrl } }: ApiDeps): RequestHandler {
  return async (request, response) => {
    const opensDashboard = (await readFields(request)).get('opens') === DASHBOARD;
    const [token, maxAgeMs] = opensDashboard ? [DASHBOARD, CHOICE_MS] : ['', 0];
    setCookie(response, 'start', { publicUrl, token, maxAgeMs });
    response.set('Cache-Control', 'no-store').redirect(303, opensDashboard ? 'app' : './');
  };
}
