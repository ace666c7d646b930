// A place of a pass, seen from the pass: a process (place-main.ts) that runs one test file at a time. A file may hang,
// end its process, or leave processes running: the place then ends its whole process group, says which file and test it
// was, and runs the next file in a new process.
import { type ChildProcess, fork } from 'node:child_process';
import { processTree } from '../support/processes/process-tree.ts';

/** What place-main.ts is asked to run. */
export interface Request {
  file: string;
  grep: string | undefined;
}

/** The result of one file. */
export interface FileResult {
  passed: number;
  skipped: number;
  /** The failures, each with its test and its error. */
  failures: string[];
  seconds: number;
}

/** What place-main.ts reports: a test or hook that begins, with its own limit (0: none), and the result of the file. */
export type Step = { type: 'step'; title: string; timeoutMs: number } | ({ type: 'result' } & FileResult);

/** How the process of a place is started. */
export interface PlaceOptions {
  /** The program `node`. */
  node: string;
  environment: NodeJS.ProcessEnv;
  grep: string | undefined;
  /** How long a place may be silent before its file counts as hanging; a test with a longer limit may take that. */
  silenceMs: number;
}

/** A place that runs one file at a time. */
export interface Place {
  run(file: string): Promise<FileResult>;
  /** Ends its process and everything that the process has started. */
  stop(): void;
}

const PLACE_MAIN = new URL('place-main.ts', import.meta.url).pathname;
/** By then mocha has noticed that a test has exceeded its own limit, unless the test blocks its process. */
const LIMITS_WAITED = 1.5;

/** Opens a place; its process starts with the first file. */
export function openPlace(options: PlaceOptions): Place {
  let child: ChildProcess | undefined;
  const stop = () => {
    if (child) killGroup(child);
    child = undefined;
  };
  return {
    stop,
    async run(file) {
      child ??= fork(PLACE_MAIN, [], {
        execPath: options.node,
        execArgv: ['--import', 'tsx/esm'],
        env: options.environment,
        detached: true,
      });
      const result = await runIn(child, file, options);
      // A file that failed may have left anything, which must not reach the next one.
      if (result.failures.length > 0) stop();
      return result;
    },
  };
}

/** Runs a file in a process that has nothing else to do. */
function runIn(child: ChildProcess, file: string, { grep, silenceMs }: PlaceOptions): Promise<FileResult> {
  const began = performance.now();
  let current = 'loading the file';
  let timer: NodeJS.Timeout | undefined;
  let resolve: (result: FileResult) => void = () => {};
  const result = new Promise<FileResult>((settle) => {
    resolve = settle;
  });
  const fail = (failure: string) =>
    resolve({ passed: 0, skipped: 0, failures: [failure], seconds: (performance.now() - began) / 1000 });
  const watch = (limitMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => fail(describeHang(child, current, limitMs)), limitMs);
  };
  const follow = (step: Step) => {
    if (step.type === 'result') return resolve(step);
    current = step.title;
    watch(Math.max(silenceMs, step.timeoutMs * LIMITS_WAITED));
  };
  const notice = (code: number | null, signal: string | null) =>
    fail(`${current}: the file ended its process (${signal ?? `exit code ${code}`})`);
  child.on('message', follow).on('exit', notice);
  watch(silenceMs);
  child.send({ file, grep } satisfies Request);
  return result.finally(() => {
    clearTimeout(timer);
    child.off('message', follow).off('exit', notice);
  });
}

function describeHang(child: ChildProcess, current: string, limitMs: number): string {
  const processes = processTree(child.pid ?? 0).map(({ pid, command }) => `\n    ${pid} ${command}`);
  return `${current}: it hangs, nothing has happened for ${limitMs / 1000} s; its processes:${processes.join('')}`;
}

/** The group also contains the processes that tests started; none of them may outlive the place. */
function killGroup(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}
