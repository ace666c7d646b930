// Concurrency limit (semaphore): bounds how many calls of one kind a process runs concurrently; further calls wait in
// their order (first in, first out).

/** A semaphore. */
export interface ConcurrencyLimit {
  /** Runs the work as soon as fewer than the limit are running. Rejects as the work does. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** @param atATime the most that run concurrently */
export function createConcurrencyLimit(atATime: number): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running < atATime) running += 1;
      // A call that ends passes its slot on to the first waiting call, so that no later call can take it.
      else await new Promise<void>((begin) => waiting.push(begin));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
