// Interface of a store that counts requests for the rate limit, per client and window (fixed window). The window of a
// client begins with its first request. Its time is read from the store's clock only, so that processes whose clocks
// differ agree on it.

/** Requests of one client that arrived together. */
export interface Requests {
  /** The name of the client (client-network.ts). */
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
   * Counts requests of several clients; each client is in the list once.
   * @returns the windows of the clients, in the same order
   */
  count(requests: readonly Requests[], windowMs: number): Promise<WindowUse[]>;
  /** Closes the connections that the store has opened itself. */
  close(): void;
}
