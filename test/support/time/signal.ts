// Signals between a test and the work that it has begun.

/** A promise, `given`, that a test resolves with `give`. */
export function createSignal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

/** Whether some work has ended, as far as is known without waiting for it. */
export function watchEnd(work: Promise<unknown>): { hasEnded: boolean } {
  const watched = { hasEnded: false };
  void work.then(() => {
    watched.hasEnded = true;
  });
  return watched;
}
