// Both clocks of this process, moved by hand: intervals fire only when a test lets time pass. Timers of other
// kinds stay real, so that Postgres can be used meanwhile.
import { mock } from 'node:test';

/** Time that a test moves. */
export interface MovedTime {
  /** Lets time pass on both clocks; every interval that ends in it fires. */
  pass(milliseconds: number): void;
  /** Lets time pass on one clock only: a suspended machine, or a wall clock that is set. */
  passOn(clock: 'monotonic' | 'wall', milliseconds: number): void;
  /** Gives the process its clocks back. */
  end(): void;
}

/** Takes the clocks. */
export function moveTime(): MovedTime {
  // Whole milliseconds: fractions would make sums of spans inexact.
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
