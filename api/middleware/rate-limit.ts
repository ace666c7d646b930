// How often a client may ask (interface.md, Limits). Every answer from here on tells what is left, whatever becomes
// of the request, under the interface's names and as structured fields; what is refused before (no key, a wrong one) is
// not counted.
import type { RequestHandler } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';
import { clientNetwork } from '../../shared/platform/rate-limit/client-network.ts';
import { type RateLimiter, WINDOW_MS } from '../../shared/platform/rate-limit/limiter.ts';

/** Names the one limit that there is, in the newer fields (draft-ietf-httpapi-ratelimit-headers-10). */
const POLICY = '"default"';
const WINDOW_SECONDS = WINDOW_MS / 1000;

/** Undefined: nobody is limited. */
interface LimitDeps {
  rateLimiter: RateLimiter | undefined;
}

/** Lets a request pass while its client has some left. Without a limiter, every one. */
export function limitRate({ rateLimiter: limiter }: LimitDeps): RequestHandler {
  if (!limiter) return (_request, _response, next) => next();
  return async (request, response, next) => {
    // Without an address the client has gone.
    const verdict = await limiter.take(clientNetwork(request.ip ?? ''));
    response.setHeader('ratelimit-limit', verdict.limit);
    response.setHeader('ratelimit-remaining', verdict.remaining);
    response.setHeader('ratelimit-reset', verdict.resetSeconds);
    response.setHeader('RateLimit-Policy', `${POLICY};q=${verdict.limit};w=${WINDOW_SECONDS}`);
    response.setHeader('RateLimit', `${POLICY};r=${verdict.remaining};t=${verdict.resetSeconds}`);
    if (!verdict.isAllowed) {
      throw new DomainError(
        'rate_limit_exceeded',
        `Too many requests. From one address at most ${verdict.limit} a minute are taken.`,
        { retryAfterSeconds: verdict.resetSeconds },
      );
    }
    next();
  };
}
