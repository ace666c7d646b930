// What browsers and crawlers ask of any server without being sent there: an icon, rules for robots, and paths that people
// mistype (docs/reference/pages.md#other-paths). As requests of the API they would be answered 401 in JSON.
import { readFileSync } from 'node:fs';
import { type RequestHandler, Router } from 'express';
import { refuseUnknownRoute } from '../middleware/errors.ts';
import { setRouteLabel } from '../middleware/measure.ts';
import { isBrowser } from './browser-errors.ts';

/** No page is for search engines: most have the address of a person or a token in their path. */
const ROBOTS = 'User-agent: *\nDisallow: /\n';

const ICON_FILE = new URL('../../shared/contract/appearance/icon.svg', import.meta.url);

const KEPT_FOR_A_DAY = { 'Cache-Control': 'public, max-age=86400' };

/** Routes of the files, and the page of every path that neither a page nor an operation begins with. */
export function browserFilesRouter(): Router {
  const router = Router();
  const icon = readFileSync(ICON_FILE);
  router.get('/favicon.ico', setRouteLabel('/favicon.ico'), (_request, response) => {
    response.set(KEPT_FOR_A_DAY).type('svg').send(icon);
  });
  router.get('/robots.txt', setRouteLabel('/robots.txt'), (_request, response) => {
    response.set(KEPT_FOR_A_DAY).type('text').send(ROBOTS);
  });
  return router.use(refuseBrowser);
}

/** This refusal is before authentication: the address does not belong to an operation. */
const refuseBrowser: RequestHandler = (request, response, next) => {
  if (isBrowser(request)) refuseUnknownRoute(request, response, next);
  else next();
};
