// A value that costs a question to a server, read for a scrape: remembered for a few seconds, so that many scrapes ask
// once, and given up soon, so that a slow server hangs no scrape. A question that is still on its way is never asked
// a second time.

import type { Logger } from '../log/log.ts';
import { withTimeout } from '../time/timeout.ts';

/** How long an answer, or that there was none, counts. */
const REMEMBERED_MS = 5_000;
/** A scrape waits this long; Prometheus itself gives up after 10 s by default. */
const PATIENCE_MS = 1_000;

/** A value that is read when it is asked for. */
export interface CachedReading<T> {
  /** The value; undefined when it could not be read in time. Never rejects. */
  latest(): Promise<T | undefined>;
}

/** What is read, and for how long it is remembered. */
export interface CachedReadingOptions<T> {
  name: string;
  read(): Promise<T>;
  log: Logger;
  rememberedMs?: number;
  patienceMs?: number;
}

/** Creates a remembered value. */
export function createCachedReading<T>(options: CachedReadingOptions<T>): CachedReading<T> {
  const { name, read, log, rememberedMs = REMEMBERED_MS, patienceMs = PATIENCE_MS } = options;
  let known: { value: T | undefined; atMs: number } | undefined;
  let asking: Promise<T | undefined> | undefined;
  const remember = (value: T | undefined) => {
    known = { value, atMs: performance.now() };
    return value;
  };
  // Asynchronous, so that what `read` throws before it returns a promise is caught too.
  const ask = async () => await read();
  return {
    async latest() {
      if (known && performance.now() - known.atMs < rememberedMs) return known.value;
      asking ??= ask()
        .then(remember, (error: unknown) => {
          log.warn({ err: error, reading: name }, 'a value for metrics could not be read');
          return remember(undefined);
        })
        .finally(() => {
          asking = undefined;
        });
      return await withTimeout(patienceMs, `Reading ${name}`, asking).catch(() => undefined);
    },
  };
}
