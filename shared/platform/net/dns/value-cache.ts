// A bounded cache for values that may be a few minutes old: addresses of name servers, MX records, channels. The values that
// were used longest ago are removed first (LRU).

/** The memory. */
export interface ValueCache<Value> {
  /** The value under a key, if it is young enough. */
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

/** Bounds of the memory. */
export interface ValueCacheOptions {
  max: number;
  maxAgeMs: number;
  /** Monotonic milliseconds. */
  nowMs: () => number;
}

/** Creates the memory. */
export function createValueCache<Value>({ max, maxAgeMs, nowMs }: ValueCacheOptions): ValueCache<Value> {
  /** The value that was used longest ago comes first. */
  const cached = new Map<string, { value: Value; sinceMs: number }>();
  return {
    get(key) {
      const entry = cached.get(key);
      if (!entry) return undefined;
      cached.delete(key);
      if (nowMs() - entry.sinceMs >= maxAgeMs) return undefined;
      cached.set(key, entry);
      return entry.value;
    },
    set(key, value) {
      cached.delete(key);
      cached.set(key, { value, sinceMs: nowMs() });
      const [oldest] = cached.keys();
      if (cached.size > max && oldest !== undefined) cached.delete(oldest);
    },
    delete: (key) => void cached.delete(key),
  };
}
