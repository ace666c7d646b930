// A process of a run, seen from the bench: one of the bench's own or one of Posthorn's. It is detached, so that
// Ctrl-C reaches it through us only, and it holds the other end of an IPC channel: when the bench is killed, the
// channel closes and the process ends by itself.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { builtFile } from '../../dev/build.ts';

/** What to start. */
export interface ProcessOptions {
  /** For people and for the table of CPU times, for example `api`. */
  name: string;
  /** Entry file relative to the repository, as a source, with arguments. It runs from the build. */
  command: readonly [file: string, ...args: string[]];
  environment?: Record<string, string>;
  /** Flags of Node. */
  flags?: readonly string[];
}

/** A process that is ready. */
export interface BenchProcess {
  readonly name: string;
  readonly pid: number;
  /** What it told with the word ready. */
  readonly announcement: Record<string, unknown>;
  /** Rejects when the process ends unasked; it never resolves. */
  readonly failure: Promise<never>;
  /** Puts a question to a process of the bench (serve-parent.ts), one at a time. */
  ask<Answer>(question: object): Promise<Answer>;
  stop(): Promise<void>;
}

const ROOT = path.resolve(import.meta.dirname, '../..');
const STDERR = 2;

/** Starts a process and waits until it is ready. */
export type StartProcess = (options: ProcessOptions) => Promise<BenchProcess>;

/**
 * Creates the starter; the processes get `environment` and their own, and nothing else of the caller's shell.
 * @param profiles directory for CPU profiles, in a directory for each process; the largest is its main thread's
 */
export function createProcessStarter(
  environment: Record<string, string | undefined>,
  profiles: string | undefined,
): StartProcess {
  return (options) => {
    const profiling = profiles
      ? ['--cpu-prof', `--cpu-prof-dir=${path.resolve(profiles, options.name)}`]
      : [];
    return start(options, [...profiling, ...(options.flags ?? [])], {
      ...environment,
      ...options.environment,
    });
  };
}

async function start(
  options: ProcessOptions,
  flags: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<BenchProcess> {
  const [source, ...args] = options.command;
  const child = spawn(process.execPath, [...flags, builtFile(source), ...args], {
    cwd: ROOT,
    detached: true,
    env,
    // Its log goes beside the results, never into them.
    stdio: ['ignore', STDERR, STDERR, 'ipc'],
  });
  const life = watch(child, options.name);
  const [announcement] = await Promise.race([once(child, 'message'), life.failure]);
  return {
    name: options.name,
    pid: child.pid ?? 0,
    announcement,
    failure: life.failure,
    async ask<Answer>(question: object) {
      child.send(question);
      const [answer] = await Promise.race([once(child, 'message'), life.failure]);
      return answer as Answer;
    },
    stop: () => life.stop(),
  };
}

function watch(child: ChildProcess, name: string) {
  let stopping = false;
  const failure = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (!stopping) reject(new Error(`${name} ended unasked (${signal ?? `exit code ${code}`}).`));
    });
  });
  // Whoever waits for it hears of it; a process may also end while nobody does.
  failure.catch(() => {});
  return {
    failure,
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
