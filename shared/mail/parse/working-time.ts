// A time limit that excludes waiting for us: for the octets of a message, for a file to be written, for DNS. These
// waits say nothing about the message, and have limits of their own.

/** Limits the time of one piece of work. */
export class WorkingTime {
  readonly #onEnd: () => void;
  #leftMs: number;
  #waits = 0;
  #startedAtMs = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param onEnd called once, when the time has passed */
  constructor(limitMs: number, onEnd: () => void) {
    this.#leftMs = limitMs;
    this.#onEnd = onEnd;
    this.#start();
  }

  /** Stops the clock until the promise is settled. */
  async waitFor<Value>(wait: () => Promise<Value>): Promise<Value> {
    if (this.#waits === 0) this.#stop();
    this.#waits += 1;
    try {
      return await wait();
    } finally {
      this.#waits -= 1;
      if (this.#waits === 0) this.#start();
    }
  }

  /** Stops the clock for ever. */
  end(): void {
    this.#waits = Number.POSITIVE_INFINITY;
    this.#stop();
  }

  #start(): void {
    this.#startedAtMs = performance.now();
    this.#timer = setTimeout(this.#onEnd, this.#leftMs);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#leftMs -= performance.now() - this.#startedAtMs;
  }
}
