// A bounded cache for values that may be a few minutes old: addresses of name servers, MX records, channels. The values that
// were used longest ago are removed first (LRU).

/** The memory. */
export interface KeptValues<Value> {
  /** The value under a key, if it is young enough. */
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

/** Bounds of the memory. */
export interface KeptValuesOptions {
  max: number;
  maxAgeMs: number;
  /** Monotonic milliseconds. */
  nowMs: () => number;
}

/** Creates the memory. */
export function createKeptValues<Value>({ max, maxAgeMs, nowMs }: KeptValuesOptions): KeptValues<Value> {
  /** The value that was used longest ago comes first. */
  const kept = new Map<string, { value: Value; sinceMs: number }>();
  return {
    get(key) {
      const entry = kept.get(key);
      if (!entry) return undefined;
      kept.delete(key);
      if (nowMs() - entry.sinceMs >= maxAgeMs) return undefined;
      kept.set(key, entry);
      return entry.value;
    },
    set(key, value) {
      kept.delete(key);
      kept.set(key, { value, sinceMs: nowMs() });
      const [oldest] = kept.keys();
      if (kept.size > max && oldest !== undefined) kept.delete(oldest);
    },
    delete: (key) => void kept.delete(key),
  };
}
