// The parent's end of a process of a run: one of the bench's own or one of Posthorn's. It is detached, so that Ctrl-C
// reaches it only through the bench, and it holds the other end of an IPC channel: when the bench is killed, the
// channel closes and the process ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { builtFile } from '../../dev/build/build.ts';

/** What to start. */
export interface ProcessOptions {
  /** For readers and for the table of CPU times, for example `api`. */
  name: string;
  /** Entry file (the source, relative to the repository) with arguments. The process runs from the build. */
  command: readonly [file: string, ...args: string[]];
  environment?: Record<string, string>;
  /** Flags of Node. */
  flags?: readonly string[];
  /** The repository whose build it runs; absent: this one. */
  root?: string | undefined;
}

/** A process that is ready. */
export interface BenchProcess {
  readonly name: string;
  readonly pid: number;
  /** What the process sent when it became ready. */
  readonly announcement: Record<string, unknown>;
  /** Rejects when the process ends without being stopped; it never resolves. */
  readonly failure: Promise<never>;
  /** Sends a question to a process of the bench (serve-parent.ts), one at a time. */
  ask<Answer>(question: object): Promise<Answer>;
  stop(): Promise<void>;
}

const ROOT = path.resolve(import.meta.dirname, '../..');
const STDERR = 2;

/** Starts a process and waits until it is ready. */
export type StartProcess = (options: ProcessOptions) => Promise<BenchProcess>;

/**
 * Creates the starter; the processes get `environment` and their own variables, and nothing else of the caller's shell.
 * @param profiles directory for CPU profiles, with a subdirectory per process; the largest file is its main thread's
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
    cwd: options.root ?? ROOT,
    detached: true,
    env,
    // Logs are written to stderr; stdout contains only the results.
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
      if (!stopping) reject(new Error(`${name} ended unexpectedly (${signal ?? `exit code ${code}`}).`));
    });
  });
  // Prevents an unhandled rejection when the process ends while nothing waits for it.
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
