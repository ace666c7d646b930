// The dashboard: its page under every path of /app without a page of its own, the files that the page loads, and the emails
// and previews that it shows in frames.
import { Router } from 'express';
import type { ApiDeps } from '../../deps.ts';
import { setRouteLabel } from '../../middleware/measure.ts';
import { sendPage } from '../answer-page.ts';
import { NO_BUILD, NO_PAGE } from '../app/pages.ts';
import { assetsRouter } from './assets.ts';
import type { FindDashboardBuild } from './build.ts';
import { documentFrameRouter } from './document-frame.ts';
import { emailFrameRouter } from './email-frame.ts';
import { sendDashboard } from './page.ts';
import { unsubscribePageFrameRouter } from './unsubscribe-page-frame.ts';

/** Routes below /app. */
export function dashboardRouter(deps: ApiDeps, findBuild: FindDashboardBuild): Router {
  const router = Router();
  router.use(assetsRouter(findBuild), emailFrameRouter(deps), documentFrameRouter(deps));
  router.use(unsubscribePageFrameRouter(deps));
  router.use(['/assets', '/frames'], (_request, response) => sendPage(response, 404, NO_PAGE));
  router.get('/{*page}', setRouteLabel('/app/*'), async (_request, response) => {
    const build = await findBuild();
    if (build) sendDashboard(response, build.index, deps.config);
    else sendPage(response, 503, NO_BUILD);
  });
  return router;
}
