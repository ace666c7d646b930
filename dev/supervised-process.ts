// A process of the product, started and kept running: restarted with growing pauses when it ends unasked, given up when
// that helps nobody. It is detached, so that Ctrl-C reaches it through us and only once, and it holds the other end of
// an IPC channel: when we are killed, the channel closes and it stops by itself (shared/platform/process/process.ts).
//
//   starting ──'ready'──► ready ──ends──► waiting ──pause over──► starting …
//        └──── stop() at any time ──► stopped       └──bad configuration, or 5 ends a minute──► given up
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { EXIT_CONFIG } from '../shared/platform/process/process.ts';
import { StartError } from './start-error.ts';

/** A process and how to run it. */
export interface ProcessOptions {
  /** For people, for example "The API"; prefix of its log lines. */
  name: string;
  /** Arguments of Node: the program, relative to the repository, and its own (`programArguments`). */
  command: readonly string[];
  environment: Record<string, string>;
  /** How a line of its log is shown; as it is by default. */
  showLine?(line: string): string;
  /** Shows a line to the person at the terminal. */
  say(line: string): void;
  /** Called once when the process is given up, with one sentence. */
  giveUp(error: StartError): void;
}

/** A process that is kept running. */
export interface SupervisedProcess {
  /** Settles when it is ready for the first time; rejects with StartError when it is given up before. */
  ready: Promise<void>;
  pid(): number | undefined;
  /** Asks for the orderly stop and waits for the end. */
  stop(): Promise<void>;
  /** Ends it and everything it started, at once. */
  kill(): void;
}

const ROOT = path.resolve(import.meta.dirname, '..');
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
    if (code === EXIT_CONFIG) giveUp('refuses its configuration; its last line says why.');
    else if (count >= MAX_ENDS)
      giveUp(`ended ${count} times within a minute (${how}); its last lines say why.`);
    else {
      const pauseMs = FIRST_PAUSE_MS * 2 ** (count - 1);
      options.say(`${options.name} ended (${how}) and starts again in ${pauseMs / 1000} s.`);
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

/** Counts the ends of the last minute. */
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
    if (output) createInterface({ input: output }).on('line', (line) => say(`${name} | ${showLine(line)}`));
  }
  return child;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** The child leads a process group; what it started must not outlive it. */
function killGroup(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nobody is left.
  }
}
