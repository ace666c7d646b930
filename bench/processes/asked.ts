// Processes with a module that is imported before their program and answers the bench's questions about it (an agent), without any
// code for that in the program.
import path from 'node:path';
import { builtFile } from '../../dev/build/build.ts';
import type { BenchProcess, ProcessOptions, StartProcess } from './start.ts';

/** Starts processes and asks their agents. */
export interface AskedProcesses {
  startProcess: StartProcess;
  askEach<Answer>(question: object): Promise<{ process: string; answer: Answer }[]>;
}

/**
 * @param startProcess starts a process as for all scenarios
 * @param agent the source of the module, relative to the repository
 * @param changesOf what else is different in a process; undefined: it has no agent
 */
export function createAskedProcesses(
  startProcess: StartProcess,
  agent: string,
  changesOf: (options: ProcessOptions) => Partial<ProcessOptions> | undefined = () => ({}),
): AskedProcesses {
  const asked: BenchProcess[] = [];
  const flags = ['--import', path.resolve(builtFile(agent))];
  return {
    async startProcess(options) {
      const changes = changesOf(options);
      if (!changes) return await startProcess(options);
      const started = await startProcess({ ...options, flags, ...changes });
      asked.push(started);
      return started;
    },
    askEach: <Answer>(question: object) =>
      Promise.all(
        asked.map(async (each) => ({ process: each.name, answer: await each.ask<Answer>(question) })),
      ),
  };
}
