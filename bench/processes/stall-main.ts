// Runs inside of a measured process, without any code for it in its program: Node loads it first (`--import`). It
// answers each question of the bench with the longest time for which the event loop was blocked since the one before.
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The answer. */
export interface StallAnswer {
  longestMs: number;
}

const RESOLUTION_MS = 5;
const NANOSECONDS = 1e6;

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
process.on('message', () => {
  // A delay is the time between two turns of a timer, which are this far apart when nothing blocks.
  process.send?.({ longestMs: delays.max / NANOSECONDS - RESOLUTION_MS } satisfies StallAnswer);
  delays.reset();
});
