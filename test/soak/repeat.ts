// What a long run does again and again until it ends.
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Begins. @param step gets its number, from 1
 * @returns a function that ends it; it resolves when no step is in progress
 */
export function repeat(
  step: (number: number) => Promise<unknown>,
  pauseMs: () => number,
): () => Promise<void> {
  const ending = new AbortController();
  const running = (async () => {
    for (let number = 1; !ending.signal.aborted; number += 1) {
      await step(number);
      await pause(pauseMs(), undefined, ending).catch(() => undefined);
    }
  })();
  return async () => {
    ending.abort();
    await running;
  };
}
