// Limits how often a client may ask, over all processes: never more than the limit in a window. It must cost next to
// nothing. Requests that arrive together are counted in one go, however many clients they come from, and a client
// that has used up its window is refused from memory until it ends. While the store is away each process counts by
// itself: a limiter that cannot count must not stop mail.

import { createGroupCommit } from '../db/group-commit.ts';
import type { Logger } from '../log/log.ts';
import { withTimeout } from '../time/timeout.ts';
import { createMemoryStore } from './memory-store.ts';
import type { RateLimitStore, Requests, WindowUse } from './store.ts';

export const WINDOW_MS = 60_000;
/** A request waits this long for the store at most; then it is counted here. */
const STORE_TIMEOUT_MS = 500;
/** After a failure the store is left alone for this long. */
const STORE_REST_MS = 5_000;
const GROUP_MAX_REQUESTS = 500;
/** Clients that are refused from memory; forgetting them costs a look into the store. */
const REFUSED_MAX_CLIENTS = 10_000;

/** May this request pass, and what is left of the window? */
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
  /** Counts one request of a client. Never rejects. */
  take(client: string): Promise<Verdict>;
  close(): void;
}

/** What a limiter needs. */
export interface RateLimiterOptions {
  /** Requests of a client in a window. */
  limit: number;
  store: RateLimitStore;
  log: Logger;
}

/** Creates the limiter of a process. */
export function createRateLimiter({ limit, store, log }: RateLimiterOptions): RateLimiter {
  const refusedUntilMs = new Map<string, number>();
  const count = countOrFallBack(store, log);
  const groups = createGroupCommit<string, WindowUse>({
    write: (clients) => countGroup(clients, count),
    // Who waits here holds a connection, and those are bounded.
    maxItems: GROUP_MAX_REQUESTS,
    maxWriting: 1,
  });
  const verdict = ({ used, endsInMs }: WindowUse): Verdict => ({
    isAllowed: used <= limit,
    limit,
    remaining: Math.max(0, limit - used),
    // The monotonic clock has fractions, and 60.0000001 s are 60.
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

/** Asks the store; for a while after a failure, only this process's memory. */
function countOrFallBack(store: RateLimitStore, log: Logger): Count {
  const memory = createMemoryStore();
  let restsUntilMs = 0;
  return async (requests) => {
    if (performance.now() < restsUntilMs) return await memory.count(requests, WINDOW_MS);
    try {
      return await withTimeout(STORE_TIMEOUT_MS, 'Counting requests', store.count(requests, WINDOW_MS));
    } catch (error) {
      log.warn({ err: error }, 'the store of the rate limit does not answer; this process counts by itself');
      restsUntilMs = performance.now() + STORE_REST_MS;
      return await memory.count(requests, WINDOW_MS);
    }
  };
}

/** Counts a group, and gives each of its requests its own place in its client's window. */
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
