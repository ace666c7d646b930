// Background work: small work that a request starts without waiting for it. It is tracked, so that a graceful shutdown
// (and a test) can wait for it. A failure is logged and never reaches the request.
import type { Logger } from '../log/log.ts';

/** Runs work in the background of requests. */
export interface Background {
  /**
   * Starts the work. While work with the same key runs, a second start does nothing.
   * @param key identifies the work, unique over all kinds of work
   */
  start(key: string, work: () => Promise<unknown>): void;
  /** Resolves when all work that was started has ended. */
  settled(): Promise<void>;
}

/** Creates the background runner of a process. */
export function createBackground(log: Logger): Background {
  const running = new Map<string, Promise<void>>();
  return {
    start(key, work) {
      if (running.has(key)) return;
      const ended = Promise.resolve()
        .then(work)
        .then(
          () => undefined,
          (error: unknown) => log.warn({ err: error, work: key }, 'background work failed'),
        )
        .finally(() => running.delete(key));
      running.set(key, ended);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
