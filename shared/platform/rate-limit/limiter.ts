// Rate limit (fixed window, shared by all processes): a client may make up to `limit` requests per window. Counting
// must be cheap: requests that arrive together are counted in one statement for all clients, and a client that has used
// up its window is refused from memory until the window ends. While the store is not available, each process counts
// alone: a failure of the limiter must not stop mail. See docs/architecture/rate-limit.md.

import { createGroupCommit } from '../db/group-commit.ts';
import type { Logger } from '../log/log.ts';
import { withTimeout } from '../time/timeout.ts';
import { createMemoryStore } from './memory-store.ts';
import type { RateLimitStore, Requests, WindowUse } from './store.ts';

export const WINDOW_MS = 60_000;
/** Longest time that a request waits for the store; then it is counted in this process. */
const STORE_TIMEOUT_MS = 500;
/** After a failure the store is not used for this long (circuit breaker). */
const STORE_REST_MS = 5_000;
const GROUP_MAX_REQUESTS = 500;
/** Most clients in the cache of refused clients. When it is full it is cleared; the store then counts them again. */
const REFUSED_MAX_CLIENTS = 10_000;

/** Whether a request is allowed, and the state of the client's window. */
export interface Verdict {
  isAllowed: boolean;
  limit: number;
  /** Requests that the client may still make in the window. */
  remaining: number;
  /** Whole seconds until the window ends, at least one. */
  resetSeconds: number;
}

/** Limits requests. */
export interface RateLimiter {
  /** Counts one request of a client. @param client its name (client-network.ts). Never rejects. */
  take(client: string): Promise<Verdict>;
  close(): void;
}

/** Options of a limiter. */
export interface RateLimiterOptions {
  /** Most requests of a client per window. */
  limit: number;
  store: RateLimitStore;
  log: Logger;
  storeTimeoutMs?: number;
}

/** Creates the limiter of a process. */
export function createRateLimiter({
  limit,
  store,
  log,
  storeTimeoutMs = STORE_TIMEOUT_MS,
}: RateLimiterOptions): RateLimiter {
  const refusedUntilMs = new Map<string, number>();
  const count = countOrFallBack(store, storeTimeoutMs, log);
  const groups = createGroupCommit<string, WindowUse>({
    write: (clients) => countGroup(clients, count),
    // The number of waiting requests needs no bound: each uses a connection, and connections are bounded.
    maxItems: GROUP_MAX_REQUESTS,
    maxWriting: 1,
  });
  const verdict = ({ used, endsInMs }: WindowUse): Verdict => ({
    isAllowed: used <= limit,
    limit,
    remaining: Math.max(0, limit - used),
    // Rounded first, because the monotonic clock has fractions: 60.0000001 s must not become 61.
    resetSeconds: Math.max(1, Math.ceil(Math.round(endsInMs) / 1000)),
  });
  return {
    async take(client) {
      const nowMs = performance.now();
      const endsAtMs = refusedUntilMs.get(client) ?? 0;
      if (endsAtMs > nowMs) return verdict({ used: limit + 1, endsInMs: endsAtMs - nowMs });
      const use = await groups.add(client);
      if (use.used >= limit) {
        if (refusedUntilMs.size >= REFUSED_MAX_CLIENTS) refusedUntilMs.clear();
        refusedUntilMs.set(client, performance.now() + use.endsInMs);
      }
      return verdict(use);
    },
    close: () => store.close(),
  };
}

type Count = (requests: readonly Requests[]) => Promise<WindowUse[]>;

/** Counts in the store; for STORE_REST_MS after a failure, in the memory of this process. */
function countOrFallBack(store: RateLimitStore, timeoutMs: number, log: Logger): Count {
  const memory = createMemoryStore();
  let restsUntilMs = 0;
  return async (requests) => {
    if (performance.now() < restsUntilMs) return await memory.count(requests, WINDOW_MS);
    try {
      return await withTimeout(timeoutMs, 'Counting requests', store.count(requests, WINDOW_MS));
    } catch (error) {
      log.warn({ err: error }, 'the store of the rate limit does not answer; this process counts alone');
      restsUntilMs = performance.now() + STORE_REST_MS;
      return await memory.count(requests, WINDOW_MS);
    }
  };
}

/** Counts a group of requests, and numbers the requests of each client within its window. */
async function countGroup(clients: readonly string[], count: Count): Promise<WindowUse[]> {
  const counts = new Map<string, number>();
  const places = clients.map((client) => {
    const place = (counts.get(client) ?? 0) + 1;
    counts.set(client, place);
    return place;
  });
  const requests = [...counts].map(([key, number]) => ({ key, count: number }));
  const windows = await count(requests);
  const windowOf = new Map(requests.map(({ key }, index) => [key, windows[index]]));
  return clients.map((client, index) => {
    const { used = 0, endsInMs = 0 } = windowOf.get(client) ?? {};
    return { used: used - (counts.get(client) ?? 0) + (places[index] ?? 0), endsInMs };
  });
}
