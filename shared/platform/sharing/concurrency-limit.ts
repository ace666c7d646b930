// Bounds how much of one kind of work a process does at a time; the rest waits in its order.

/** A limit. */
export interface ConcurrencyLimit {
  /** Runs the work when it is its turn. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** @param atATime how many run beside each other */
export function createConcurrencyLimit(atATime: number): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running < atATime) running += 1;
      // Whoever ends hands its place over, so that nobody who comes later takes it.
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
