// A process of the product that is started again whenever it dies, as a platform does it; what a crash flow kills.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { isBuilt, programArguments } from '../../../dev/build.ts';

/** A supervised process. */
export interface Supervised {
  /** Of its present life. */
  readonly pid: number;
  /** Kills it without warning; it is started again. */
  kill(): void;
  /** How often it has died. */
  deaths(): number;
  /** How many of these it dies at a named instant, unless something else is faster. */
  readonly plannedDeaths: number;
  /** Ends it for good, in order. */
  stop(): Promise<void>;
}

/** What to run. */
export interface SupervisedOptions {
  command: readonly [source: string, ...args: string[]];
  environment: Record<string, string>;
  /** Where it kills itself, life by life (`CRASH_AT`); later lives are whole. */
  crashes?: readonly string[];
}

/** Starts a process; resolves when its first life is ready. */
export async function supervise(options: SupervisedOptions): Promise<Supervised> {
  const { command, environment, crashes = [] } = options;
  let deaths = 0;
  let stopping = false;
  let child: ChildProcess;
  const program = programArguments(command, await isBuilt());
  const live = () => {
    child = spawn(process.execPath, program, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, ...environment, CRASH_AT: crashes[deaths] ?? '' },
    });
    child.once('exit', () => {
      if (stopping) return;
      deaths += 1;
      live();
    });
    return child;
  };
  const [message] = await once(live(), 'message');
  if (message?.type !== 'ready') throw new Error('The process said something else than ready.');
  return {
    get pid() {
      return child.pid ?? 0;
    },
    kill: () => void child.kill('SIGKILL'),
    deaths: () => deaths,
    plannedDeaths: crashes.length,
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}
