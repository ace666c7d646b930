// Cached reading: a value for metrics that takes a query to a server. It is cached for a few seconds, so that many
// scrapes make one query; a scrape waits for it only up to a timeout, so that a slow server does not block the scrape.
// Concurrent readers share one query (single flight): while a query runs, no second one is started.

import type { Logger } from '../log/log.ts';
import { withTimeout } from '../time/timeout.ts';

/** How long a value, or a failure to read it, is cached. */
const TTL_MS = 5_000;
/** Timeout of a scrape; Prometheus itself waits 10 s by default. */
const TIMEOUT_MS = 1_000;

/** A value that is read when it is needed. */
export interface CachedReading<T> {
  /** The value; undefined when it could not be read in time. Never rejects. */
  latest(): Promise<T | undefined>;
}

/** Options of a cached reading: what it reads, and how long the value is cached and awaited. */
export interface CachedReadingOptions<T> {
  name: string;
  read(): Promise<T>;
  log: Logger;
  ttlMs?: number;
  timeoutMs?: number;
}

/** Creates a cached reading. */
export function createCachedReading<T>(options: CachedReadingOptions<T>): CachedReading<T> {
  const { name, read, log, ttlMs = TTL_MS, timeoutMs = TIMEOUT_MS } = options;
  let known: { value: T | undefined; atMs: number } | undefined;
  let asking: Promise<T | undefined> | undefined;
  const remember = (value: T | undefined) => {
    known = { value, atMs: performance.now() };
    return value;
  };
  // Asynchronous, so that an error that `read` throws synchronously is caught too.
  const ask = async () => await read();
  return {
    async latest() {
      if (known && performance.now() - known.atMs < ttlMs) return known.value;
      asking ??= ask()
        .then(remember, (error: unknown) => {
          log.warn({ err: error, reading: name }, 'a value for metrics could not be read');
          return remember(undefined);
        })
        .finally(() => {
          asking = undefined;
        });
      return await withTimeout(timeoutMs, `Reading ${name}`, asking).catch(() => undefined);
    },
  };
}
