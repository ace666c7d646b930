// Bounds how long a request waits for DNS. A question takes 2 s at most, but some need the answers of others first: which
// name servers the domain has, and their addresses.
import { TimeoutError, withTimeout } from '../../../../platform/time/timeout.ts';

const WAIT_MAX_MS = 5_000;

/**
 * Waits for answers of DNS.
 * @param late the result when there is none in time; the questions end on their own
 * @param waitMs shorter in tests
 */
export async function bounded<Result>(
  asked: Promise<Result>,
  late: Result,
  waitMs = WAIT_MAX_MS,
): Promise<Result> {
  return await withTimeout(waitMs, 'Asking DNS', asked).catch((error: unknown) => {
    if (error instanceof TimeoutError) return late;
    throw error;
  });
}
