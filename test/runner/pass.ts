// Starts one pass over test files (run-files.ts) in its own process group, and ends the whole group when it is stopped
// or takes too long.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** The result of a pass. */
export interface PassResult {
  passed: number;
  failed: number;
  skipped: number;
  /** The failures, each with its file and its error. */
  failures: string[];
  /** Seconds per file, the slowest first. */
  slowest: [file: string, seconds: number][];
}

/** A pass in progress. */
export interface Pass {
  /** The result; a pass that ended without one counts as one failure. */
  result: Promise<PassResult>;
  stop(): void;
}

const RUN_FILES = new URL('run-files.ts', import.meta.url).pathname;
/** A pass takes four minutes on two idle cores; one that takes longer than this contains a test that hangs. */
const PASS_TIMEOUT_MS = 20 * 60_000;

/** What a pass runs, and how. */
export interface PassOptions {
  files: string[];
  /** Options of run-files.ts. */
  options: string[];
  /** What is added to our environment. */
  environment: Record<string, string>;
  /** The program `node` that runs it, and that `node` and `npm` mean in it; by default our own. */
  node?: string | undefined;
}

/** Starts a pass. */
export function startPass({ files, options, environment, node }: PassOptions): Pass {
  const own = { ...process.env, ...environment };
  const child = fork(RUN_FILES, [...options, ...files], {
    execPath: node ?? process.execPath,
    execArgv: ['--import', 'tsx'],
    env: node ? { ...own, PATH: [path.dirname(node), own['PATH']].join(path.delimiter) } : own,
    detached: true,
  });
  const stop = () => killGroup(child);
  const timer = setTimeout(() => {
    console.log('The tests take too long and are stopped.');
    stop();
  }, PASS_TIMEOUT_MS);
  return { result: waitForResult(child).finally(() => clearTimeout(timer)), stop };
}

async function waitForResult(child: ChildProcess): Promise<PassResult> {
  let result: PassResult | undefined;
  child.on('message', (message) => {
    result = message as PassResult;
  });
  const [code, signal] = await once(child, 'exit');
  killGroup(child);
  if (result) return result;
  const failure = `a pass ended without a result (${signal ?? `exit code ${code}`})`;
  return { passed: 0, failed: 1, skipped: 0, failures: [failure], slowest: [] };
}

/** The group also contains mocha's workers and processes that tests started; none of them may outlive the pass. */
function killGroup(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}
