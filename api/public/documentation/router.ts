// The documentation (docs/reference/documentation.md): its pages, the Markdown that each was made from, and texts
// for programs that use a model; and the API description. All of it is answered without a key. The build of the dashboard has
// made it (site/build/).
import { readFileSync } from 'node:fs';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { MOVED_PAGES } from '../../../shared/contract/site/moved.ts';
import type { ApiDeps } from '../../deps.ts';
import { compressPages } from '../../middleware/compress-for-people.ts';
import { refuseUnknownRoute } from '../../middleware/errors.ts';
import { setRouteLabel } from '../../middleware/measure.ts';
import { sendPage } from '../answer-page.ts';
import { NO_DOCUMENTATION } from '../app/pages.ts';
import { basePathOf } from '../appearance/page.ts';
import { sendAsset } from '../dashboard-page/assets.ts';
import type { DashboardAsset, FindDashboardBuild } from '../dashboard-page/build.ts';
import { readerValuesOf } from '../reader/reader-values.ts';
import { sendDocumentation } from './page.ts';
import { createTextMaker, FULL_TEXT } from './texts.ts';

/** In a build, too, the file is at the root of the package. */
const DESCRIPTION_FILE = new URL(import.meta.resolve('#openapi.json'));

/** The routes. */
export function documentationRouter(deps: ApiDeps, findBuild: FindDashboardBuild): Router {
  const { config } = deps;
  const base = basePathOf(config.publicUrl);
  const router = Router();
  const textOf = createTextMaker(base);
  const description = readFileSync(DESCRIPTION_FILE);
  router.get('/openapi.json', setRouteLabel('/openapi.json'), (_request, response) => {
    response.type('json').send(description);
  });
  const answer: RequestHandler = async (request, response, next) => {
    const build = await findBuild();
    if (!build) return sendPage(response, 503, NO_DOCUMENTATION);
    const { documents } = build;
    const path = request.path.replace(/\/+$/, '');
    const moved = path === request.path ? MOVED_PAGES[path] : path;
    if (moved !== undefined) return leadOn(response, `${base}${moved}${queryOf(request)}`);
    const page = documents.get(`${path.slice(1)}.html`);
    const text = textNames(path).find((name) => name === FULL_TEXT || documents.has(name));
    if (text !== undefined && (!page || prefersMarkdown(request)))
      return sendText(response, await textOf(documents, text));
    if (!page) return next();
    const reader = await readerValuesOf(deps, request);
    compressPages(request, response, () => sendDocumentation(response, page, { base, reader }));
  };
  router.get(['/llms.txt', `/${FULL_TEXT}`], setRouteLabel('/llms.txt'), answer);
  router.get(['/docs', '/docs.md', '/docs/{*page}'], setRouteLabel('/docs'), answer);
  return router.use('/docs', refuseUnknownRoute);
}

/** A name may be given to something else one day, so browsers ask again. */
function leadOn(response: Response, url: string): void {
  response.set('Cache-Control', 'no-cache').redirect(301, url);
}

/**
 * The possible files of the Markdown of a page, or of the text with this path: `/docs/cli.md` and `/docs/cli` have one,
 * `/docs/api` has the one of its folder.
 */
function textNames(path: string): string[] {
  const file = path.slice(1).replace(/\.md$/, '');
  const names =
    path === '/llms.txt' || path === `/${FULL_TEXT}` ? [file] : [`${file}.md`, `${file}/README.md`];
  if (file === 'docs') names.push('docs/guides/README.md');
  return names;
}

function prefersMarkdown(request: Request): boolean {
  return request.accepts(['text/html', 'text/markdown']) === 'text/markdown';
}

function sendText(response: Response, text: DashboardAsset): void {
  const headers = { 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex' };
  sendAsset(response, text, { Vary: 'Accept, Accept-Encoding', ...headers });
}

function queryOf({ url }: Request): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}
