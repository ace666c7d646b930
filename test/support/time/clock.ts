// A clock for tests that moves only when a test moves it.
import type { Clock } from '../../../shared/platform/time/clock.ts';

/** A clock that a test moves. */
export interface TestClock extends Clock {
  set(instant: Date): void;
  advance(milliseconds: number): void;
}

/** Creates a clock; it starts at the present, so that rows with times of the database's clock fit. */
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
