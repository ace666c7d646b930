// Answers with a page for people, or with a page about our own fault instead of the API's JSON. A page has its own
// Content-Security-Policy, is not cached, and does not send its URL, which may have a token, to other sites.
import type { ErrorRequestHandler, Request, Response } from 'express';
import { SQLSTATES, sqlstateOf } from '../../shared/platform/failures/sqlstates.ts';
import { isDatabaseUnavailable } from '../../shared/platform/failures/unavailable.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import { answerInFull } from '../body/unread-body.ts';
import { toRefusal } from '../middleware/errors.ts';
import { requestIdOf } from '../middleware/request-id.ts';
import { themeOf } from '../sessions/cookies.ts';
import { appearanceOf, type PlainPage, type RenderedPage, receiverPage } from './appearance/page.ts';

/** The key of the locals of a response to a recipient of mail. */
const IS_FOR_RECEIVERS = 'isForReceivers';

/** The page of a fault of ours, for people who get mail. */
export const FAILURE_PAGE = receiverPage('Please try again', [
  '<p>Something went wrong on our side. Nothing was changed. Open the link again in a minute.</p>',
]);

/** A plain page, one that has a frame of its own, or a text that a mail client does not show. */
export type PageContent = PlainPage | RenderedPage | string;

/** Answers with a page. */
export function sendPage(response: Response, status: number, page: PageContent): void {
  const content = typeof page === 'string' ? page : rendered(page, response.req);
  const isText = typeof content === 'string';
  const headers = {
    'Content-Type': `${isText ? 'text/plain' : 'text/html'}; charset=utf-8`,
    ...(!isText && { 'Content-Security-Policy': content.policy }),
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': isText ? 'no-referrer' : content.referrerPolicy,
    'X-Robots-Tag': 'noindex',
  };
  answerInFull(response, status, headers, isText ? content : content.html);
}

/** Whether a refusal answers a recipient of mail. */
export function isForReceivers({ locals }: Response): boolean {
  return locals[IS_FOR_RECEIVERS] === true;
}

/** A page in its frame. */
export function rendered(page: PlainPage | RenderedPage, request: Request): RenderedPage {
  return 'html' in page ? page : appearanceOf(request).render(page, themeOf(request));
}

/**
 * A page for the faults that the API would answer in JSON; a request that broke off needs none.
 * @param page in the style of the pages around it
 */
export function answerPageFailure(log: Logger, page: PlainPage = FAILURE_PAGE): ErrorRequestHandler {
  return (error, _request, response, next) => {
    response.locals[IS_FOR_RECEIVERS] = page.sender !== undefined;
    // What the client is at fault for, such as a path that cannot be decoded, is answered as the API does.
    if (toRefusal(error) || response.headersSent) return next(error);
    log.error({ err: error, request_id: requestIdOf(response) }, 'a request failed');
    // Another write may lock the rows for long.
    const isPassing = isDatabaseUnavailable(error) || sqlstateOf(error) === SQLSTATES.lockNotAvailable;
    sendPage(response, isPassing ? 503 : 500, page);
  };
}
