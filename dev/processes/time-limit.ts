// Waiting with a time limit or until a signal is aborted.

/** Waits for `work`, but not longer than the limit; the work itself continues. */
export async function atMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

/** Waits for `work`; rejects with the signal's reason when the signal is aborted first. */
export async function untilAborted(signal: AbortSignal, work: Promise<unknown>): Promise<void> {
  signal.throwIfAborted();
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
  });
  await Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
}
