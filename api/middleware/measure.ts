// Request metrics: measures the duration of every request, labeled with its route. The raw path is never a label: ids
// and guessed paths would create an unlimited number of time series (label cardinality).
import type { RequestHandler, Response } from 'express';
import type { Logger } from '../../shared/platform/log/log.ts';
import type { Metrics } from '../../shared/resources/service-metrics.ts';

/** Label of requests without a route: unknown paths, and refusals before routing. */
const NO_ROUTE = 'none';
/** Status for a client that disconnected before its response, as proxies use it. */
export const CLIENT_CLOSED_REQUEST = 499;

/** Labels the request of a response with its route. */
export function labelRoute(response: Response, route: string): void {
  response.locals['route'] = route;
}

/** Labels the requests that pass this middleware. */
export function setRouteLabel(route: string): RequestHandler {
  return (_request, response, next) => {
    labelRoute(response, route);
    next();
  };
}

/** Key of the locals of a response: when it began, if it lasts for as long as a person looks at the page. */
const BEGUN_AT = 'begun at';

/** Measures a request only until now: how long its client stays says nothing about the service. */
export function measureUntilNow(response: Response): void {
  response.locals[BEGUN_AT] = performance.now();
}

/** Observes the duration of each request when its response is finished or its client has disconnected. */
export function measureRequests({ httpRequestDuration }: Metrics, log: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const route: string = response.locals['route'] ?? NO_ROUTE;
      const begunAt: number | undefined = response.locals[BEGUN_AT];
      const isAnswered = response.writableFinished || begunAt !== undefined;
      const status = isAnswered ? response.statusCode : CLIENT_CLOSED_REQUEST;
      const seconds = ((begunAt ?? performance.now()) - startedAt) / 1000;
      try {
        httpRequestDuration.observe({ method: request.method, route, status }, seconds);
      } catch (error) {
        log.warn({ err: error }, 'a request could not be measured');
      }
    });
    next();
  };
}
