// Time as a dependency. Schedules and ids read the injected wall clock, so that a test can stand at any
// instant; leases never do: they compare instants of the database (design rule 8).

/** Tells wall-clock time. */
export interface Clock {
  /** The present instant. */
  now(): Date;
}

/**
 * The machine's clock, moved by a fixed offset.
 * @param offsetMs milliseconds added to real time; flow tests set it by `CLOCK_OFFSET_MS`.
 */
export function createSystemClock(offsetMs = 0): Clock {
  return { now: () => new Date(Date.now() + offsetMs) };
}
