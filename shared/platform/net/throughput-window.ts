// Protection against slow clients (slowloris, a lost network): checks that bytes keep arriving while they are read.
// Otherwise a client that stops in the middle would hold its memory and its connection slot for hours. Time in
// which the server does not read (its own byte budget, its own store) does not count against the client.

/** The bytes that must arrive. */
export interface ThroughputWindowOptions {
  /** A client must send at least `minBytes` within this time. */
  windowMs: number;
  minBytes: number;
  /** Called once, when fewer bytes arrived in a window. */
  onStalled(): void;
}

/** Measures one arrival. */
export class ThroughputWindow {
  readonly #options: ThroughputWindowOptions;
  #leftMs: number;
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #readingSinceMs = 0;

  constructor(options: ThroughputWindowOptions) {
    this.#options = options;
    this.#leftMs = options.windowMs;
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
    if (this.#bytes < this.#options.minBytes) return;
    this.#bytes = 0;
    const isReading = this.#timer !== undefined;
    this.stop();
    this.#leftMs = this.#options.windowMs;
    if (isReading) this.start();
  }

  /** The server does not wait for the client now: the clock of the window stops. */
  stop(): void {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#leftMs = Math.max(this.#leftMs - (performance.now() - this.#readingSinceMs), 0);
  }

  /** Waits for one more turn of the event loop: only then does a process that was blocked read what has arrived. */
  #expire(): void {
    const expired = this.#timer;
    setImmediate(() => {
      if (this.#timer === expired) this.#options.onStalled();
    });
  }
}
