// Measures every request under the name of its route. The raw path is never a label: ids and a stranger's
// guesses would make series without end.
import type { RequestHandler } from 'express';
import type { Logger } from '../../shared/platform/log/log.ts';
import type { Metrics } from '../../shared/resources/service-metrics.ts';

/** Label of a request that no route took: unknown paths, and refusals before routing. */
const NO_ROUTE = 'none';
/** The status that proxies use for a client that left before its answer. */
export const CLIENT_CLOSED_REQUEST = 499;

/** Names the route of the requests that pass here. */
export function nameRoute(route: string): RequestHandler {
  return (_request, response, next) => {
    response.locals['route'] = route;
    next();
  };
}

/** Observes the duration of each request when its answer is finished or its client is gone. */
export function measureRequests({ httpRequestDuration }: Metrics, log: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const route: string = response.locals['route'] ?? NO_ROUTE;
      const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED_REQUEST;
      const seconds = (performance.now() - startedAt) / 1000;
      try {
        httpRequestDuration.observe({ method: request.method, route, status }, seconds);
      } catch (error) {
        log.warn({ err: error }, 'a request could not be measured');
      }
    });
    next();
  };
}
