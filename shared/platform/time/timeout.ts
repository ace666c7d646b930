// Timeout for waiting on a promise that cannot be cancelled.

/** The error that `withTimeout` throws after the time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Waits for a promise, but not longer than `ms` milliseconds.
 * @param what subject of the message of the error, such as `Closing the queues`
 * @throws TimeoutError; the work of the promise continues, and its result is ignored
 */
export async function withTimeout<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`${what} took longer than ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
