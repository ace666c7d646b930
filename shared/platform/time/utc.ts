// The machine's time zone is nobody's business: all times of the product are UTC. Some libraries read it all the same.

/** Runs something synchronous as on a machine in UTC. */
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
