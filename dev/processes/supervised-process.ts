// A supervisor for a process of the product: restarts it with exponential back-off when it ends unexpectedly, and gives
// it up when restarting does not help. The process is detached, so that Ctrl-C reaches it only through the supervisor
// and only once. It holds the other end of an IPC channel: when the supervisor is killed, the channel closes and the
// process stops (shared/platform/lifecycle/process.ts).
//
//   starting ──'ready'──► ready ──ends──► waiting ──pause over──► starting …
//        └──── stop() at any time ──► stopped       └──bad configuration, or 5 ends per minute──► given up
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { EXIT_CONFIG } from '../../shared/platform/lifecycle/process.ts';
import { StartError } from '../start-error.ts';

/** A process and how to run it. */
export interface ProcessOptions {
  /** For readers, for example "The API"; prefix of its log lines. */
  name: string;
  /** Arguments of Node: the program, relative to the repository, and the program's arguments (`programArguments`). */
  command: readonly string[];
  environment: Record<string, string>;
  /** Formats a line of its log, undefined: it is not shown; by default lines are unchanged. */
  showLine?(line: string): string | undefined;
  /** Prints a line on the terminal. */
  say(line: string): void;
  /** Called once when the process is given up, with a reason of one sentence. */
  giveUp(error: StartError): void;
}

/** A process that is restarted when it ends. */
export interface SupervisedProcess {
  /** Resolves when it is ready for the first time; rejects with StartError when it is given up before. */
  ready: Promise<void>;
  pid(): number | undefined;
  /** Requests the graceful stop and waits for the end. */
  stop(): Promise<void>;
  /** Kills it and everything that it started. */
  kill(): void;
}

/** The root of the repository or the package. */
const ROOT = fileURLToPath(new URL('./', import.meta.resolve('#openapi.json')));
const MAX_ENDS = 5;
const ENDS_WINDOW_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const READY_TIMEOUT_MS = 60_000;

/** Starts the process and keeps it running. */
export function superviseProcess(options: ProcessOptions): SupervisedProcess {
  const firstReady = new EventEmitter<{ ready: []; error: [StartError] }>();
  const ends = createEndCounter();
  let child = startProcess(options);
  let pause: NodeJS.Timeout | undefined;
  let stopping = false;
  watch();
  return {
    ready: waitUntilReady(firstReady, options.name),
    pid: () => child.pid,
    async stop() {
      stopping = true;
      clearTimeout(pause);
      if (hasEnded(child)) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
    kill: () => killGroup(child),
  };

  function watch(): void {
    child.once('message', () => firstReady.emit('ready'));
    child.once('exit', (code, signal) => {
      killGroup(child);
      if (!stopping) handleEnd(code, signal);
    });
  }

  function handleEnd(code: number | null, signal: NodeJS.Signals | null): void {
    const how = signal ?? `exit code ${code}`;
    const count = ends.count();
    if (code === EXIT_CONFIG) giveUp('refuses its configuration; the last line of its log gives the reason.');
    else if (count >= MAX_ENDS)
      giveUp(`ended ${count} times within a minute (${how}); the last lines of its log give the reason.`);
    else {
      const pauseMs = FIRST_PAUSE_MS * 2 ** (count - 1);
      options.say(`${options.name} ended (${how}) and is restarted in ${pauseMs / 1000} s.`);
      pause = setTimeout(() => {
        child = startProcess(options);
        watch();
      }, pauseMs);
    }
  }

  function giveUp(what: string): void {
    stopping = true;
    const error = new StartError(`${options.name} ${what}`);
    if (firstReady.listenerCount('error') > 0) firstReady.emit('error', error);
    options.giveUp(error);
  }
}

/** Counts how often the process ended within the last minute. */
function createEndCounter(): { count(): number } {
  let recent: number[] = [];
  return {
    count() {
      const now = performance.now();
      recent = [...recent.filter((end) => end > now - ENDS_WINDOW_MS), now];
      return recent.length;
    },
  };
}

async function waitUntilReady(events: EventEmitter, name: string): Promise<void> {
  try {
    await once(events, 'ready', { signal: AbortSignal.timeout(READY_TIMEOUT_MS) });
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${name} was not ready within ${READY_TIMEOUT_MS / 1000} s.`, { cause: error });
  }
}

function startProcess(options: ProcessOptions): ChildProcess {
  const { name, command, environment, say, showLine = (line) => line } = options;
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const output of [child.stdout, child.stderr]) {
    if (!output) continue;
    createInterface({ input: output }).on('line', (line) => {
      const shown = showLine(line);
      if (shown !== undefined) say(`${name} | ${shown}`);
    });
  }
  return child;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** The child leads a process group, so that processes that it started do not outlive it. */
function killGroup(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The process group has ended already.
  }
}
