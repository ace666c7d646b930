// Runs code as if the machine's time zone were UTC. All times of the product are UTC, but some libraries use the time
// zone of the machine.

/** Runs a synchronous function with the time zone UTC. */
export function inUtc<T>(run: () => T): T {
  const zone = process.env['TZ'];
  process.env['TZ'] = 'UTC';
  try {
    return run();
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
}
