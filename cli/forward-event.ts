// Forwards a webhook request to the developer's program: the same bytes with the same signature headers, so that the
// program can verify the signature as it will in production.
import type { IncomingHttpHeaders } from 'node:http';
import { exchange, type HttpAnswer } from './call.ts';

/** Shorter than the time-out of the service, so that the service receives our 502 instead of its own time-out. */
const TIMEOUT_MS = 14_000;
const FORWARDED = /^(?:content-type|user-agent|(?:x-service|webhook|svix)-.+)$/;

/** Forwards a webhook request. @throws CliFailure when there is no response in time */
export function forwardEvent(url: URL, body: Buffer, headers: IncomingHttpHeaders): Promise<HttpAnswer> {
  const forwarded = Object.entries(headers).filter(([name]) => FORWARDED.test(name));
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return exchange(url, { method: 'POST', headers: Object.fromEntries(forwarded), signal }, body);
}
