// Serves the files that pages of the dashboard load. Their names have a hash of their content, so browsers cache them
// forever. A name is looked up among those of the build, so no path leads out of it.
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { setRouteLabel } from '../../middleware/measure.ts';
import { sendPage } from '../answer-page.ts';
import { NO_PAGE } from '../app/pages.ts';
import type { DashboardAsset, FindDashboardBuild } from './build.ts';

const KEPT_FOR_EVER = 'public, max-age=31536000, immutable';

/** The route of the files. */
export function assetsRouter(findBuild: FindDashboardBuild): Router {
  const serve: RequestHandler = async (request, response) => {
    const build = await findBuild();
    const asset = build?.assets.get(String(request.params['name']));
    if (!asset) return sendPage(response, 404, NO_PAGE);
    sendAsset(response, asset, { Vary: 'Accept-Encoding', 'Cache-Control': KEPT_FOR_EVER });
  };
  return Router().get('/assets/:name', setRouteLabel('/app/assets/:name'), serve);
}

/** Answers with a file, in the smallest form. @param headers must have Accept-Encoding in `Vary` */
export function sendAsset(response: Response, asset: DashboardAsset, headers: Record<string, string>): void {
  const [encoding, bytes] = choose(asset, response.req);
  response.writeHead(200, {
    'Content-Type': asset.type,
    'Content-Length': bytes.length,
    ...(encoding && { 'Content-Encoding': encoding }),
    ...headers,
  });
  response.end(bytes);
}

/** The smallest form that the client accepts; one that it refuses with `q=0` is not accepted. */
function choose({ content, br, gzip }: DashboardAsset, request: Request): [string | undefined, Buffer] {
  if (br && request.acceptsEncodings('br')) return ['br', br];
  if (gzip && request.acceptsEncodings('gzip')) return ['gzip', gzip];
  return [undefined, content];
}
