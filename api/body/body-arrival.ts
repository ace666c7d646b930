// Protection against slow clients (slowloris, a lost network): checks that a body keeps arriving while it is read.
// Otherwise a client that stops in the middle would hold its partial body, and its part of the byte budget, for the
// two hours after which the server ends a request. Time in which the server does not read (its own byte budget, its own
// store) does not count against the client.
import type { Request } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';

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
export class BodyArrival {
  readonly #request: Request;
  readonly #windowMs: number;
  readonly #onStalled: (refusal: DomainError) => void;
  #leftMs: number;
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #readingSinceMs = 0;

  /** @param onStalled called once, when fewer than the required bytes arrived in a window */
  constructor(request: Request, onStalled: (refusal: DomainError) => void) {
    this.#request = request;
    this.#windowMs = request.app.get(WINDOW_SETTING) as number;
    this.#leftMs = this.#windowMs;
    this.#onStalled = onStalled;
  }

  /** The server now waits for the client: the clock of the window runs. */
  start(): void {
    if (this.#timer) return;
    this.#readingSinceMs = performance.now();
    this.#timer = setTimeout(() => this.#expire(), this.#leftMs);
  }

  /** Counts bytes that arrived; after enough of them the next window begins. */
  count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes < WINDOW_MIN_BYTES) return;
    this.#bytes = 0;
    const isReading = this.#timer !== undefined;
    this.stop();
    this.#leftMs = this.#windowMs;
    if (isReading) this.start();
  }

  /** The server does not wait for the client now: the clock of the window stops. */
  stop(): void {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs = Math.max(this.#leftMs - (performance.now() - this.#readingSinceMs), 0);
  }

  /** Waits for one more turn of the event loop: a process that was blocked reads only then what has arrived. */
  #expire(): void {
    const expired = this.#timer;
    setImmediate(() => {
      if (this.#timer !== expired) return;
      stalledRequests.add(this.#request);
      this.#onStalled(stalled(this.#windowMs));
    });
  }
}

function stalled(windowMs: number): DomainError {
  return new DomainError(
    'validation_error',
    `The body stopped arriving: fewer than ${WINDOW_MIN_BYTES / 1024} KB arrived within ${windowMs / 1_000} s.`,
  );
}
