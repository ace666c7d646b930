// Hands a webhook's request on to where a developer's program listens: the same bytes under the same signature, so that
// the program can check it as it will in production.
import type { IncomingHttpHeaders } from 'node:http';
import { exchange, type HttpAnswer } from './call.ts';

/** A little less than the service waits, so that it hears of our wait's end and not of its own. */
const TIMEOUT_MS = 14_000;
const FORWARDED = /^(?:content-type|user-agent|(?:x-service|webhook|svix)-.+)$/;

/** Forwards. @throws CliFailure when nobody answers in time */
export function forwardEvent(url: URL, body: Buffer, headers: IncomingHttpHeaders): Promise<HttpAnswer> {
  const forwarded = Object.entries(headers).filter(([name]) => FORWARDED.test(name));
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return exchange(url, { method: 'POST', headers: Object.fromEntries(forwarded), signal }, body);
}
