// In-memory store of the rate limit: counts in this process alone, while the shared store is not available. All clients
// share one window, so the map contains at most the clients of one window.
import type { RateLimitStore } from './store.ts';

/** Creates the store. */
export function createMemoryStore(): RateLimitStore {
  const used = new Map<string, number>();
  let endsAtMs = Number.NEGATIVE_INFINITY;
  return {
    count(requests, windowMs) {
      const nowMs = performance.now();
      if (nowMs >= endsAtMs) {
        endsAtMs = nowMs + windowMs;
        used.clear();
      }
      const windows = requests.map(({ key, count }) => {
        const total = (used.get(key) ?? 0) + count;
        used.set(key, total);
        return { used: total, endsInMs: Math.round(endsAtMs - nowMs) };
      });
      return Promise.resolve(windows);
    },
    close() {},
  };
}
