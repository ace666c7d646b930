// The injected clock. Schedules and ids read this wall clock, so that a test can set any time. Leases never read it:
// they compare times of the database's clock (docs/architecture/guarantees.md#time).

/** A wall clock. */
export interface Clock {
  /** The current time. */
  now(): Date;
}

/**
 * Creates a clock that shows the machine's time plus a fixed offset.
 * @param offsetMs milliseconds added to the real time; flow tests set it with `CLOCK_OFFSET_MS`.
 */
export function createSystemClock(offsetMs = 0): Clock {
  return { now: () => new Date(Date.now() + offsetMs) };
}
