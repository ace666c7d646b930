// Checks that a request body keeps arriving while it is read (docs/reference/requests.md#bodies): a client that stops in
// the middle is given up long before the two hours after which the server ends a request.
import type { Request } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';
import { ThroughputWindow } from '../../shared/platform/net/throughput-window.ts';

/** A client must send at least this many bytes per window. */
const WINDOW_MIN_BYTES = 10 * 1024;
/** Name of the Express setting with the length of a window in milliseconds. */
export const WINDOW_SETTING = 'body window ms';

/** Requests whose client has stopped writing. */
const stalledRequests = new WeakSet<Request>();

/** Whether the server has stopped waiting for the rest of this body. */
export function hasStalled(request: Request): boolean {
  return stalledRequests.has(request);
}

/** Measures the arrival of one body. */
export class BodyThroughput extends ThroughputWindow {
  /** @param onStalled called once, when fewer than the required bytes arrived in a window */
  constructor(request: Request, onStalled: (refusal: DomainError) => void) {
    const windowMs = request.app.get(WINDOW_SETTING) as number;
    super({
      windowMs,
      minBytes: WINDOW_MIN_BYTES,
      onStalled() {
        stalledRequests.add(request);
        onStalled(stalled(windowMs));
      },
    });
  }
}

function stalled(windowMs: number): DomainError {
  return new DomainError(
    'validation_error',
    `The body stopped arriving: fewer than ${WINDOW_MIN_BYTES / 1024} KB arrived within ${windowMs / 1_000} s.`,
  );
}
