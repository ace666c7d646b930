// Runs a task periodically, never twice at the same time, and continues after failures: the loop of the tick, the
// sweeper, the liveness watchdog and the gates of sending.
import type { Logger } from '../../shared/platform/log/log.ts';

/** A running loop. */
export interface Repeat {
  readonly name: string;
  /** How long the current run has been running, in milliseconds; 0 between two runs. */
  runningForMs(): number;
  /** Ends the loop after the current run. */
  stop(): Promise<void>;
}

/** The function to repeat. */
export interface RepeatOptions {
  name: string;
  /** Milliseconds from the start of one run to the start of the next; a longer run delays the next. */
  everyMs: number;
  log: Logger;
  /** It may answer with another interval until the next run. */
  run(): Promise<number> | Promise<void>;
}

/** Starts the loop; the first run starts at once. */
export function repeat({ name, everyMs, log, run }: RepeatOptions): Repeat {
  let stopped = false;
  let startedAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  // Asynchronous, so that an error that `run` throws synchronously is caught, too.
  const attempt = async () => await run();
  const turn = () => {
    const begin = performance.now();
    startedAt = begin;
    running = attempt()
      .catch((error: unknown) => {
        log.warn({ err: error, loop: name }, 'a run failed; the next one tries again');
      })
      .then((afterMs) => {
        startedAt = undefined;
        const leftMs = (afterMs ?? everyMs) - (performance.now() - begin);
        if (!stopped) timer = setTimeout(turn, Math.max(0, leftMs));
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
