// A process that measures for how long its event loop is blocked (stall-main.ts).
import { builtFile } from '../../dev/build/build.ts';
import type { StallAnswer } from './stall-main.ts';
import type { BenchProcess, ProcessOptions, StartProcess } from './start.ts';

/** Starts processes, one of which is measured. */
export interface WatchedStalls {
  startProcess: StartProcess;
  /** Milliseconds of the longest stall since the question before. */
  longestStallMs(): Promise<number>;
}

/** @param watched the name of the process that measures */
export function watchStalls(startProcess: StartProcess, watched: string): WatchedStalls {
  let started: BenchProcess | undefined;
  return {
    async startProcess(options: ProcessOptions): Promise<BenchProcess> {
      if (options.name !== watched) return await startProcess(options);
      const own = ['--import', `./${builtFile('bench/processes/stall-main.ts')}`];
      started = await startProcess({ ...options, flags: [...own, ...(options.flags ?? [])] });
      return started;
    },
    async longestStallMs() {
      return (await started?.ask<StallAnswer>({}))?.longestMs ?? Number.NaN;
    },
  };
}
