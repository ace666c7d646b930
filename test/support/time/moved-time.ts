// Fake time for this process: a test moves its wall clock and its monotonic clock, and intervals fire only when time
// moves. Other timers stay real, so that Postgres can be used at the same time.
import { mock } from 'node:test';

/** Time that a test moves. */
export interface MovedTime {
  /** Moves both clocks; every interval that ends within this time fires. */
  pass(milliseconds: number): void;
  /** Moves only one clock, like a suspended machine, or a wall clock that is adjusted. */
  passOn(clock: 'monotonic' | 'wall', milliseconds: number): void;
  /** Restores the real clocks. */
  end(): void;
}

/** Replaces the clocks. */
export function moveTime(): MovedTime {
  // Whole milliseconds: fractions would make sums of durations inexact.
  let monotonicMs = Math.ceil(performance.now());
  let wallMs = Date.now();
  mock.timers.enable({ apis: ['setInterval'] });
  mock.method(performance, 'now', () => monotonicMs);
  mock.method(Date, 'now', () => wallMs);
  return {
    pass(milliseconds) {
      monotonicMs += milliseconds;
      wallMs += milliseconds;
      mock.timers.tick(milliseconds);
    },
    passOn(clock, milliseconds) {
      if (clock === 'monotonic') monotonicMs += milliseconds;
      else wallMs += milliseconds;
    },
    end() {
      mock.timers.reset();
      mock.restoreAll();
    },
  };
}
