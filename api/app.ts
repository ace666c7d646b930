// The Express application and its middleware order, as one list. Every request passes these steps from top to bottom
// (docs/reference/requests.md#order-of-checks): request id, request log, metrics, security headers, pages without a key,
// User-Agent, operations without credentials, authentication, then the routes of routes.ts with their permissions and
// rate limit.
import express, { type Express, Router } from 'express';
import { KnownHosts } from '../shared/resources/messaging/tracking-hosts/known-hosts.ts';
import { WINDOW_SETTING } from './body/body-throughput.ts';
import type { ApiDeps } from './deps.ts';
import { createAccountSlots, SLOTS_SETTING } from './middleware/account-slots.ts';
import { authenticate } from './middleware/authenticate.ts';
import { canonicalPath } from './middleware/canonical-path.ts';
import { compressForPeople } from './middleware/compress-for-people.ts';
import { answerErrors, refuseOptions, refuseUnknownRoute } from './middleware/errors.ts';
import { measureRequests, setRouteLabel } from './middleware/measure.ts';
import { pagesOnly } from './middleware/pages-only.ts';
import { recordRequests } from './middleware/record-requests.ts';
import { assignRequestId } from './middleware/request-id.ts';
import { logRequests } from './middleware/request-log.ts';
import { secureJson } from './middleware/security-headers.ts';
import { requireUserAgent } from './middleware/user-agent.ts';
import { mountOpenRoutes, mountRoutes } from './mount-routes.ts';
import { healthRouter } from './ops/health.ts';
import { opsRouter } from './ops/router.ts';
import { appRouter } from './public/app/router.ts';
import { APPEARANCE_SETTING, createAppearance } from './public/appearance/page.ts';
import { answerFailure } from './public/browser-errors.ts';
import { browserFilesRouter } from './public/browser-files.ts';
import { commandLineRouter } from './public/command-line.ts';
import { confirmAddressRouter } from './public/confirm-address/router.ts';
import { createDashboardBuilds } from './public/dashboard-page/build.ts';
import { changesRouter } from './public/dashboard-page/changes.ts';
import { developmentDnsRouter } from './public/dashboard-page/development-dns.ts';
import { dashboardWorkRouter } from './public/dashboard-page/work.ts';
import { createWorkReading } from './public/dashboard-page/work-reading.ts';
import { documentationRouter } from './public/documentation/router.ts';
import { downloadsRouter } from './public/downloads.ts';
import { feedbackRouter } from './public/feedback/router.ts';
import { pollRouter } from './public/poll/router.ts';
import { sharedEmailRouter } from './public/shared-email.ts';
import { startRouter } from './public/start/router.ts';
import { ALLOWED_PATH, answerAllowed, answerHostMark, serveTrackingHosts } from './public/tracking/hosts.ts';
import { trackingPages } from './public/tracking/pages.ts';
import { unsubscribeRouter } from './public/unsubscribe/router.ts';
import { webVersionRouter } from './public/web-version/router.ts';
import { refuseMcpStreams } from './resources/mcp/router.ts';
import type { Resource } from './route.ts';
import { RESOURCES } from './routes.ts';

/**
 * Creates the Express application.
 * @param resources the routes to serve; a test adds its own to cover features that no resource uses yet
 */
export function createApp(deps: ApiDeps, resources: readonly Resource[] = RESOURCES): Express {
  const { config, ids, log, metrics } = deps;
  const app = express();
  app.disable('x-powered-by');
  // An ETag would cost a hash of every response. Responses to people have one (http/answer-unless-cached.ts).
  app.disable('etag');
  // Query parameters are plain names and texts; query.ts refuses nested objects.
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustProxy);
  app.set(WINDOW_SETTING, config.bodyWindowMs);
  app.set(APPEARANCE_SETTING, createAppearance(config.publicUrl));
  app.set(SLOTS_SETTING, createAccountSlots(config.databasePoolSize));

  app.use(assignRequestId(ids));
  app.use(logRequests(log));
  app.use(measureRequests(metrics, log));
  app.use(secureJson(config.publicUrl));
  app.use(canonicalPath);
  // Before everything that asks the database: these pages work without it.
  app.use(trackingPages(deps), answerHostMark(config.secretKeys));
  const knownHosts = new KnownHosts(deps);
  app.use(serveTrackingHosts(knownHosts));
  app.use(pagesOnly(createPages(deps, knownHosts)));

  app.use(recordRequests(deps));
  app.use(requireUserAgent);
  app.use(mountOpenRoutes(resources, deps));
  app.use(authenticate(deps));
  app.use(compressForPeople);
  // Express would answer OPTIONS itself on every known path; in this API no operation has that method.
  app.use(refuseOptions);
  app.use(mountRoutes(resources, deps));
  app.use(refuseMcpStreams);
  app.use(refuseUnknownRoute);
  app.use(answerErrors(deps, answerFailure));
  return app;
}

/** What is served without a key. */
function createPages(deps: ApiDeps, knownHosts: KnownHosts): Router {
  const work = createWorkReading(deps);
  const findBuild = createDashboardBuilds(deps.dashboardDirectory, deps.log);
  const pages = Router();
  pages.use(startRouter(deps));
  pages.use(healthRouter(deps.readiness));
  pages.use(opsRouter(deps, work));
  pages.use(downloadsRouter(deps));
  pages.use(documentationRouter(deps, findBuild));
  pages.use(commandLineRouter(deps));
  pages.use(sharedEmailRouter(deps));
  pages.use(unsubscribeRouter(deps));
  pages.use(webVersionRouter(deps));
  pages.use(pollRouter(deps));
  pages.use(confirmAddressRouter(deps));
  pages.use(feedbackRouter(deps));
  pages.get(ALLOWED_PATH, setRouteLabel(ALLOWED_PATH), answerAllowed(knownHosts));
  pages.use(dashboardWorkRouter(deps, work), changesRouter(deps), developmentDnsRouter(deps));
  pages.use(appRouter(deps, findBuild));
  pages.use(browserFilesRouter());
  return pages;
}
