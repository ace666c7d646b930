// What a browser is answered when a page or an operation fails, or when its address is none of a page: a plain page with the
// status, in place of the JSON that every program gets (docs/reference/pages.md#errors-in-a-browser).
import type { Request, Response } from 'express';
import type { ErrorBody } from '../../shared/contract/errors.ts';
import { escapeAttribute, escapeHtml } from '../../shared/platform/security/escape-html.ts';
import { answerJson } from '../answer.ts';
import { wantsPage } from '../http/wants-type.ts';
import { requestIdOf } from '../middleware/request-id.ts';
import { isForReceivers, sendPage } from './answer-page.ts';
import { appearanceOf, type PlainPage, plainPage, receiverPage } from './appearance/page.ts';

/** The beginning of a page of each status. */
const TITLES: Readonly<Record<number, string>> = {
  401: 'This address is for programs',
  403: 'This is not allowed',
  404: 'Page not found',
  413: 'This is too large',
  429: 'Too many requests',
  500: 'Something went wrong on our side',
  503: 'Please try again',
};
const OTHER_TITLE = 'This request failed';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Answers a failure: a browser with a page, a program with JSON. */
export function answerFailure(response: Response, body: ErrorBody): void {
  if (isBrowser(response.req)) answerFailurePage(response, body);
  else answerJson(response, body, body.statusCode);
}

function answerFailurePage(response: Response, body: ErrorBody): void {
  response.set('Vary', 'Accept, Authorization');
  const page = isForReceivers(response)
    ? receiverPage(titleOf(body.statusCode), [`<p>${escapeHtml(body.message)}</p>`])
    : failurePage(body, appearanceOf(response.req).base, requestIdOf(response));
  sendPage(response, body.statusCode, page);
}

/**
 * Whether a person opens an address or submits a form. A request with `Authorization` is from a program, and so is one
 * that accepts anything.
 */
export function isBrowser(request: Request): boolean {
  if (request.get('authorization') !== undefined || !wantsPage(request)) return false;
  const isForm = request.method === 'POST' && request.is(FORM_TYPE) === FORM_TYPE;
  return isForm || request.method === 'GET' || request.method === 'HEAD';
}

function titleOf(statusCode: number): string {
  return TITLES[statusCode] ?? OTHER_TITLE;
}

function failurePage(
  { statusCode, name, message, docs_url: docsUrl }: ErrorBody,
  base: string,
  requestId: string,
): PlainPage {
  const says =
    statusCode === 401
      ? `This URL is an operation of the API. Programs call it with a key. People <a href="${escapeAttribute(base)}/app">sign in</a> to the
dashboard. The <a href="${escapeAttribute(base)}/docs">documentation</a> says how to call it.`
      : escapeHtml(message);
  return plainPage(titleOf(statusCode), [
    `<p>${says}</p>`,
    `<p class="question"><a href="${escapeAttribute(docsUrl)}"><code>${escapeHtml(name)}</code></a> in the request <code>${escapeHtml(requestId)}</code></p>`,
  ]);
}
