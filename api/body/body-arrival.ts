// Watches that a body goes on arriving while it is read. A client that stops in its middle (slow loris, a lost network)
// would otherwise hold what was read of it, and its share of all bytes, for the five minutes after which Node ends a
// request. Time in which we do not read (our own budget, our own store) does not count against the client.
import type { Request } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';

/** Least bytes of a body in one window (decisions.md §1). */
const WINDOW_MIN_BYTES = 10 * 1024;
/** Name of the application's setting that holds the length of a window in milliseconds. */
export const WINDOW_SETTING = 'body window ms';

/** Requests whose client has stopped writing. */
const stalledRequests = new WeakSet<Request>();

/** True when the rest of its body is not waited for any more. */
export function hasStalled(request: Request): boolean {
  return stalledRequests.has(request);
}

/** One body that arrives. */
export class BodyArrival {
  readonly #request: Request;
  readonly #windowMs: number;
  readonly #onStalled: (refusal: DomainError) => void;
  #leftMs: number;
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #readingSinceMs = 0;

  /** @param onStalled called once when less than the least has arrived in a window */
  constructor(request: Request, onStalled: (refusal: DomainError) => void) {
    this.#request = request;
    this.#windowMs = request.app.get(WINDOW_SETTING) as number;
    this.#leftMs = this.#windowMs;
    this.#onStalled = onStalled;
  }

  /** From here on we wait for the client. */
  start(): void {
    if (this.#timer) return;
    this.#readingSinceMs = performance.now();
    this.#timer = setTimeout(() => this.#expire(), this.#leftMs);
  }

  /** So many bytes have arrived; with enough of them the next window begins. */
  count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes < WINDOW_MIN_BYTES) return;
    this.#bytes = 0;
    const isReading = this.#timer !== undefined;
    this.stop();
    this.#leftMs = this.#windowMs;
    if (isReading) this.start();
  }

  /** From here on the client waits for us, or nobody does. */
  stop(): void {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs = Math.max(this.#leftMs - (performance.now() - this.#readingSinceMs), 0);
  }

  /** A process that was held up itself finds what has come meanwhile in its next turn only. */
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
    `The body stopped arriving: less than ${WINDOW_MIN_BYTES / 1024} KB of it came in ${windowMs / 1_000} s.`,
  );
}
