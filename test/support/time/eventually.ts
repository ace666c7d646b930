// Waits for a condition, not for a time: a test continues as soon as it is true and fails when it never is.
import { setTimeout as delay } from 'node:timers/promises';
import { withTimeout } from '../../../shared/platform/time/timeout.ts';

const POLL_MS = 20;
/** Ten times what most conditions need on an idle machine. */
const DEADLINE_MS = 60_000;

/**
 * Polls until `probe` returns something else than undefined or false, and returns it. A probe that throws has not
 * succeeded yet, because the server that it asks may be unreachable. A probe that never returns fails at the deadline.
 * @param what names the condition in the error
 */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  const deadline = performance.now() + deadlineMs;
  let lastError: unknown;
  for (let leftMs = deadlineMs; leftMs > 0; leftMs = deadline - performance.now()) {
    try {
      const result = await withTimeout(leftMs, what, Promise.resolve(probe()));
      if (result !== undefined && result !== false) return result;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    await delay(POLL_MS);
  }
  throw new Error(`Not within ${deadlineMs} ms: ${what}.`, { cause: lastError });
}
