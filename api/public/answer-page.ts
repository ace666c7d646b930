// Answers with a page for people, or with a page about a fault of ours in place of the JSON of the API. A page has its
// own Content-Security-Policy, is not kept by caches, and does not send its URL to other sites, which may have a token.
import type { ErrorRequestHandler, Response } from 'express';
import { SQLSTATES, sqlstateOf } from '../../shared/platform/db/sqlstates.ts';
import { isDatabaseUnavailable } from '../../shared/platform/db/unavailable.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import { NO_PAGE_SETTINGS } from '../../shared/resources/messaging/unsubscribe-page/unsubscribe-page.ts';
import { answerInFull } from '../body/unread-body.ts';
import { toRefusal } from '../middleware/errors.ts';
import { requestIdOf } from '../middleware/request-id.ts';
import { type RenderedPage, renderPage } from './unsubscribe/layout.ts';

/** The page of a fault of ours. */
export const FAILURE_PAGE = renderPage(NO_PAGE_SETTINGS, {
  title: 'Please try again',
  main: `<h1>Please try again</h1>
<p>Something went wrong on our side, and nothing was changed. Open the link again in a minute.</p>`,
});

/** Answers with a page, or with a text that a mail client does not show. */
export function sendPage(response: Response, status: number, content: RenderedPage | string): void {
  const isText = typeof content === 'string';
  const [type, body] = isText ? ['text/plain', content] : ['text/html', content.html];
  const headers = {
    'Content-Type': `${type}; charset=utf-8`,
    ...(!isText && { 'Content-Security-Policy': content.policy }),
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': isText ? 'no-referrer' : content.referrerPolicy,
    'X-Robots-Tag': 'noindex',
  };
  answerInFull(response, status, headers, body);
}

/**
 * A page for the faults that the API would answer in JSON; a request that broke off needs none.
 * @param page in the style of the pages around it
 */
export function answerPageFailure(log: Logger, page: RenderedPage = FAILURE_PAGE): ErrorRequestHandler {
  return (error, _request, response, next) => {
    // What the client is at fault for, such as a path that cannot be decoded, is answered as the API does.
    if (toRefusal(error) || response.headersSent) return next(error);
    log.error({ err: error, request_id: requestIdOf(response) }, 'a request failed');
    // Another write may hold the rows for long.
    const isPassing = isDatabaseUnavailable(error) || sqlstateOf(error) === SQLSTATES.lockNotAvailable;
    sendPage(response, isPassing ? 503 : 500, page);
  };
}
