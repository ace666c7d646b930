// Runs a task again and again, never twice at once, and outlives its failures: the loops under tick, sweeper and
// liveness.
import type { Logger } from '../../shared/platform/log/log.ts';

/** A running loop. */
export interface Repeat {
  readonly name: string;
  /** For how long the present run has been under way; 0 between two runs. */
  runningForMs(): number;
  /** Ends after the run that is under way. */
  stop(): Promise<void>;
}

/** What to repeat. */
export interface RepeatOptions {
  name: string;
  /** From the start of one run to the start of the next; a run that takes longer delays the next. */
  everyMs: number;
  log: Logger;
  run(): Promise<void>;
}

/** Starts the loop; the first run is at once. */
export function repeat({ name, everyMs, log, run }: RepeatOptions): Repeat {
  let stopped = false;
  let startedAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  // Asynchronous, so that what `run` throws before it returns a promise is caught too.
  const attempt = async () => await run();
  const turn = () => {
    const begin = performance.now();
    startedAt = begin;
    running = attempt()
      .catch((error: unknown) =>
        log.warn({ err: error, loop: name }, 'a run failed; the next one tries again'),
      )
      .then(() => {
        startedAt = undefined;
        if (!stopped) timer = setTimeout(turn, Math.max(0, everyMs - (performance.now() - begin)));
      });
  };
  turn();
  return {
    name,
    runningForMs: () => (startedAt === undefined ? 0 : performance.now() - startedAt),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
