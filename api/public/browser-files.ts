// What browsers and crawlers ask of any server without being sent there: an icon, rules for robots, and paths that people
// mistype (docs/reference/pages.md#other-paths). As requests of the API they would be answered 401 in JSON.
import { readFileSync } from 'node:fs';
import { type RequestHandler, Router } from 'express';
import { setRouteLabel } from '../middleware/measure.ts';
import { wantsPage } from '../ops/guard.ts';
import { sendPage } from './answer-page.ts';
import { NO_PAGE } from './app/pages.ts';

/** No page is for search engines: most have the address of a person or a token in their path. */
const ROBOTS = 'User-agent: *\nDisallow: /\n';

const ICON_FILE = new URL('../../shared/contract/look/icon.svg', import.meta.url);

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
  return router.use(answerBrowser);
}

/** A request with `Authorization` is that of a program, and so is one that accepts anything. */
const answerBrowser: RequestHandler = (request, response, next) => {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || !wantsPage(request) || request.get('authorization') !== undefined) return next();
  response.set('Vary', 'Accept, Authorization');
  sendPage(response, 404, NO_PAGE);
};
