// How often a client may ask (interface.md, Limits). Every answer from here on tells what is left, whatever becomes
// of the request; what is refused before (no key, a wrong one) is not counted.
import type { RequestHandler } from 'express';
import { DomainError } from '../../shared/domain-error.ts';
import { clientNetwork } from '../../shared/rate-limit/client-network.ts';
import type { RateLimiter } from '../../shared/rate-limit/limiter.ts';

/** Lets a request pass while its client has some left. Without a limiter, every one. */
export function limitRate(limiter: RateLimiter | undefined): RequestHandler {
  if (!limiter) return (_request, _response, next) => next();
  return async (request, response, next) => {
    // Without an address the client has gone.
    const verdict = await limiter.take(clientNetwork(request.ip ?? ''));
    response.setHeader('ratelimit-limit', verdict.limit);
    response.setHeader('ratelimit-remaining', verdict.remaining);
    response.setHeader('ratelimit-reset', verdict.resetSeconds);
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
