// The hosts of tracked links, which customers point here (docs/reference/tracking.md#hosts). Such a host serves pixels,
// links and robots.txt, never the API or the dashboard: otherwise the owner of the name could do whatever a page on it
// may do. The mark shows the check of a domain that a host points here, and `/tracking/allowed` answers for which hosts
// a proxy may get certificates.
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { SecretKeys } from '../../../shared/platform/security/secret-keys.ts';
import { createHostMarks, MARK_PATH } from '../../../shared/resources/messaging/tracking-hosts/host-mark.ts';
import type { KnownHosts } from '../../../shared/resources/messaging/tracking-hosts/known-hosts.ts';
import { answerInFull } from '../../body/unread-body.ts';
import { labelRoute } from '../../middleware/measure.ts';
import { FAILURE_PAGE, sendPage } from '../answer-page.ts';
import { BROKEN_LINK_PAGE } from '../unsubscribe/pages.ts';

/** Paths that a host of links serves in addition to those of pages.ts and the mark. */
const SERVED_PATHS: ReadonlySet<string> = new Set(['/robots.txt']);

/**
 * Paths that even an unknown host, or one of tracking links, serves: a platform may probe a process by any name, and
 * must not restart it because of that.
 */
const SERVED_ON_UNKNOWN: ReadonlySet<string> = new Set([...SERVED_PATHS, '/healthz', '/readyz']);

/** Postgres may be back then. */
const RETRY_HEADERS = { 'Retry-After': '5' };

export const ALLOWED_PATH = '/tracking/allowed';

/** Middleware that answers the mark, on every host. */
export function answerHostMark(secretKeys: SecretKeys | undefined): RequestHandler {
  const marks = createHostMarks(secretKeys);
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  return (request, response, next) => {
    if (request.path !== MARK_PATH || !isRead(request)) return next();
    labelRoute(response, MARK_PATH);
    answerInFull(response, 200, headers, `${marks.of(normalHost(request.hostname))}\n`);
  };
}

/** Middleware that answers requests to hosts of links, and to those that may be, and passes those to all others on. */
export function serveTrackingHosts(known: KnownHosts): RequestHandler {
  return (request, response, next) => {
    const serve = (isOfLinks: boolean | undefined) => {
      if (isOfLinks === undefined) serveOnUnknown(request, response, next);
      else if (isOfLinks) serveOnHost(request, response, next);
      else next();
    };
    const answer = known.isOfLinks(normalHost(request.hostname));
    // Most hosts are known, and no request to them should wait for a turn of the event loop.
    if (typeof answer === 'boolean') serve(answer);
    else void answer.then(serve);
  };
}

function serveOnHost(request: Request, response: Response, next: NextFunction): void {
  if (SERVED_PATHS.has(request.path)) next();
  else sendPage(response, 404, BROKEN_LINK_PAGE);
}

function serveOnUnknown(request: Request, response: Response, next: NextFunction): void {
  if (SERVED_ON_UNKNOWN.has(request.path)) next();
  else sendPage(response.set(RETRY_HEADERS), 503, FAILURE_PAGE);
}

/** Handler that says by its status whether a proxy may get a certificate for `?domain=`. */
export function answerAllowed(known: KnownHosts): RequestHandler {
  return async (request, response) => {
    const { domain } = request.query;
    const isOfLinks = typeof domain === 'string' && (await known.isOfLinks(normalHost(domain)));
    const headers = { 'Cache-Control': 'no-store' };
    if (isOfLinks === undefined) answerInFull(response, 503, { ...headers, ...RETRY_HEADERS }, '');
    else answerInFull(response, isOfLinks ? 200 : 404, headers, '');
  };
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

function normalHost(host: string | undefined): string {
  return (host ?? '').toLowerCase().replace(/\.$/, '');
}
