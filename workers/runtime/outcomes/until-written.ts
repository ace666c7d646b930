// Retries a database write until it succeeds, with exponential back-off, however long Postgres is unavailable: the
// outcome of work that was done must not be dropped (docs/architecture/guarantees.md#outcomes). The write must be safe
// to repeat, because the answer to a COMMIT may be lost; the fencing token of the claim makes it so.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../../shared/platform/log/log.ts';
import { isPassingError } from '../passing-errors.ts';

const FIRST_DELAY_MS = 50;
const LONGEST_DELAY_MS = 2_000;

/**
 * Repeats a write until it succeeds.
 * @param stopping ends the retries, after one more try
 * @throws the error of the write if a retry would not help, or after the last try
 */
export async function untilWritten<T>(
  write: () => Promise<T>,
  log: Logger,
  stopping?: AbortSignal,
): Promise<T> {
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)) {
    try {
      return await write();
    } catch (error) {
      if (stopping?.aborted || !isPassingError(error)) throw error;
      log.warn({ err: error }, 'a result could not be written yet');
      await delay(delayMs, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}
