// Waiting that ends: after a time, or when somebody says so.

/** Waits for `work`, at most for a time; the work itself goes on. */
export async function atMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

/** Waits for `work`; rejects with the signal's reason when that comes first. */
export async function untilAborted(signal: AbortSignal, work: Promise<unknown>): Promise<void> {
  signal.throwIfAborted();
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
  });
  await Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
}
