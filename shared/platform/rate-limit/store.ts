// Where requests are counted, by client and window. A client's window begins with its first request, by the clock of
// the store and of nobody else, so that processes whose clocks differ agree on it.

/** Requests of one client that arrived together. */
export interface Requests {
  /** Names the client (client-network.ts). */
  key: string;
  count: number;
}

/** A client's window, after its requests were counted. */
export interface WindowUse {
  /** Requests in the window, the new ones included. */
  used: number;
  /** Milliseconds until the window ends. */
  endsInMs: number;
}

/** Counts requests. */
export interface RateLimitStore {
  /**
   * Counts requests of several clients, each named once.
   * @returns their windows, in the same order
   */
  count(requests: readonly Requests[], windowMs: number): Promise<WindowUse[]>;
  /** Closes what the store has opened itself. */
  close(): void;
}
