// The pages that measure opens and clicks: the pixel, `/o/:token`, and the redirect of a tracked link, `/c/:token`. They
// need neither a key nor a User-Agent, ask no database and wait for nothing: the token says where a link leads, and the
// hit is gathered in memory. Any host serves them. So a link works while Postgres is unavailable, and for ever
// (docs/reference/tracking.md#links).
import type { Request, RequestHandler, Response } from 'express';
import { CLICK_PATH, PIXEL_PATH } from '../../../shared/mail/tracking/tracking-paths.ts';
import type { TrackingToken } from '../../../shared/mail/tracking/tracking-tokens.ts';
import { answerInFull } from '../../body/unread-body.ts';
import type { ApiDeps } from '../../deps.ts';
import { labelRoute } from '../../middleware/measure.ts';
import { resourceOf } from '../../middleware/pages-only.ts';
import { keepPathOutOfLog } from '../../middleware/request-log.ts';
import { sendPage } from '../answer-page.ts';
import { BROKEN_LINK_PAGE } from '../unsubscribe/pages.ts';
import { hitClientOf } from './hit-client.ts';

type PageDeps = Pick<ApiDeps, 'trackingTokens' | 'hits' | 'clock'>;

/** How a page answers a GET or HEAD. @returns whether the request is a hit */
type Answer = (token: TrackingToken | undefined, response: Response) => boolean;

/** A transparent GIF of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

const PIXEL_HEADERS = {
  'Content-Type': 'image/gif',
  'Cache-Control': 'no-store',
  // Pages of webmail are another site, which may show it all the same.
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Middleware that answers the pages and passes all other requests on. */
export function trackingPages(deps: PageDeps): RequestHandler {
  const pages = new Map([
    [resourceOf(PIXEL_PATH), servePage(deps, PIXEL_PATH, answerPixel)],
    [resourceOf(CLICK_PATH), servePage(deps, CLICK_PATH, answerClick)],
  ]);
  return (request, response, next) => {
    const page = pages.get(resourceOf(request.path));
    if (page) page(request, response);
    else next();
  };
}

function servePage(deps: PageDeps, path: string, answer: Answer) {
  return (request: Request, response: Response): void => {
    keepPathOutOfLog(response);
    labelRoute(response, `${path}/:token`);
    const { method } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    const token = isRead ? deps.trackingTokens.open(request.path.slice(path.length + 1)) : undefined;
    if (!isRead) sendPage(response, 404, BROKEN_LINK_PAGE);
    else if (answer(token, response) && token && method === 'GET') record(deps, token, request);
  };
}

/** A mail client shows the same for a broken token. */
const answerPixel: Answer = (token, response) => {
  answerInFull(response, 200, PIXEL_HEADERS, PIXEL);
  return token !== undefined && token.link === undefined;
};

/** The target is signed, so it is one that was in the mail: this is not an open redirect. */
const answerClick: Answer = (token, response) => {
  if (token?.link === undefined) {
    sendPage(response, 404, BROKEN_LINK_PAGE);
    return false;
  }
  const headers = {
    Location: token.link.target,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  };
  answerInFull(response, 302, headers, '');
  return true;
};

function record({ hits, clock }: PageDeps, { recipientId, link }: TrackingToken, request: Request): void {
  hits.add({ recipientId, link: link?.target ?? null, at: clock.now(), ...hitClientOf(request) });
}
