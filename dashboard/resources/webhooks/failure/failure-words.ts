// Why an endpoint fails, in a sentence: since when, with which status, and what it says itself. Pure.
import type { WebhookAttempt, WebhookItem } from '../../../api/generated/types.ts';
import { sinceWords } from '../health-words.ts';
import { summaryOf } from './answer-text.ts';

type Attempt = Pick<WebhookAttempt, 'http_status_code' | 'response' | 'error'>;

/**
 * "Since 09:12 every request got 500: relation orders does not exist".
 * @param attempt the last one that failed; undefined: it is not known
 * @returns undefined: nothing fails
 */
export function whyWords(
  { failing_since, failing_status }: WebhookItem['health'],
  attempt: Attempt | undefined,
  now: Date,
): string | undefined {
  if (failing_since === null) return undefined;
  const since = sinceWords(failing_since, now);
  // The attempt may be newer than the webhook that is known, and have got something else.
  const isOfThem = failing_status === null || attempt?.http_status_code === failing_status;
  const said = attempt && isOfThem ? saidWords(attempt) : undefined;
  const reason = said === undefined ? '' : `: ${said}`;
  if (failing_status !== null) return `Since ${since} every request got ${failing_status}${reason}`;
  if (!attempt) return `Since ${since} every request has failed`;
  const { http_status_code: status } = attempt;
  const last = status === null ? 'got no answer' : `got ${status}`;
  return `Since ${since} every request has failed. The last one ${last}${reason}`;
}

/** The endpoint's words about a failure, or why there are none, without a full stop. */
function saidWords({ http_status_code: status, response, error }: Attempt): string | undefined {
  if (error !== null) return error.replace(/\.$/, '').replaceAll('`', '');
  return summaryOf(response) ?? (status === null ? undefined : STATUS_WORDS[status]);
}

/** The meaning of a status for the owner of the endpoint, if the answer itself has no words. */
const STATUS_WORDS: Readonly<Record<number, string>> = {
  301: 'a redirect, which Posthorn does not follow',
  302: 'a redirect, which Posthorn does not follow',
  303: 'a redirect, which Posthorn does not follow',
  307: 'a redirect, which Posthorn does not follow',
  308: 'a redirect, which Posthorn does not follow',
  401: 'it requires a login',
  403: 'it refuses the request',
  404: 'nothing exists at this URL',
  405: 'it does not accept POST requests',
  410: 'it is gone',
  413: 'the request is too large for it',
  429: 'it receives too many requests',
  502: 'the proxy in front of it got no answer',
  503: 'it is not available',
  504: 'the proxy in front of it timed out',
};
