// Waits for work until a signal aborts it.

/** Waits for `work`; rejects with the signal's reason when the signal is aborted first. The work itself continues. */
export async function untilAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
  });
  return await Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
}
