// Rate limit per client network (docs/reference/limits.md#rate-limit). Every response after this middleware carries
// the remaining requests in headers, successful or not: as `ratelimit-*` and as structured fields. Requests that are
// refused earlier (no API key, or a wrong one) are not counted.
import type { RequestHandler } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';
import { clientNetwork } from '../../shared/platform/addresses/client-network.ts';
import { type RateLimiter, WINDOW_MS } from '../../shared/platform/rate-limit/limiter.ts';

/** Name of the only policy, for the structured fields (draft-ietf-httpapi-ratelimit-headers-10). */
const POLICY = '"default"';
const WINDOW_SECONDS = WINDOW_MS / 1000;

/** Without a limiter no client is limited. */
interface LimitDeps {
  rateLimiter: RateLimiter | undefined;
}

/** Middleware that throws `rate_limit_exceeded` when a client has used up its window. */
export function limitRate({ rateLimiter: limiter }: LimitDeps): RequestHandler {
  if (!limiter) return (_request, _response, next) => next();
  return async (request, response, next) => {
    // There is no address if the client has disconnected.
    const verdict = await limiter.take(clientNetwork(request.ip ?? ''));
    response.setHeader('ratelimit-limit', verdict.limit);
    response.setHeader('ratelimit-remaining', verdict.remaining);
    response.setHeader('ratelimit-reset', verdict.resetSeconds);
    response.setHeader('RateLimit-Policy', `${POLICY};q=${verdict.limit};w=${WINDOW_SECONDS}`);
    response.setHeader('RateLimit', `${POLICY};r=${verdict.remaining};t=${verdict.resetSeconds}`);
    if (!verdict.isAllowed) {
      throw new DomainError(
        'rate_limit_exceeded',
        `Too many requests: at most ${verdict.limit} per minute from one IP address (RATE_LIMIT_PER_MINUTE of the server).`,
        { retryAfterSeconds: verdict.resetSeconds },
      );
    }
    next();
  };
}
