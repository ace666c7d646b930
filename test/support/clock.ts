// A clock that stands where a test puts it.
import type { Clock } from '../../shared/platform/time/clock.ts';

/** A clock that moves only when it is told to. */
export interface TestClock extends Clock {
  set(instant: Date): void;
  advance(milliseconds: number): void;
}

/** Creates a clock; it starts at the present, so that rows made by the database's clock fit. */
export function createTestClock(start = new Date()): TestClock {
  let nowMs = start.getTime();
  return {
    now: () => new Date(nowMs),
    set(instant) {
      nowMs = instant.getTime();
    },
    advance(milliseconds) {
      nowMs += milliseconds;
    },
  };
}
