// Runs a real `npm start` for a test: with its own data directory, free ports, and an IPC channel, so that it ends when
// the test process ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Announcement } from '../../../dev/announcement.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** A start takes 2 to 4 s on an idle machine, and many times that next to other tests. */
const READY_TIMEOUT_MS = 110_000;
/** Timeout of conditions that include a start. */
export const LOCAL_STACK_CONDITION_MS = 100_000;

/** How to start it. */
export interface LocalStackOptions {
  dataDir: string;
  /** The clone to start; by default this repository. */
  clone?: string;
  /** The program of an installed package, in place of the clone's. */
  posthorn?: string;
  environment?: Record<string, string | undefined>;
  user?: { uid: number; gid: number };
  /** A shell command that runs first, in the same process: `umask 077`. */
  before?: string;
}

/** A started `npm start`, ready or not. */
export interface LocalStack {
  process: ChildProcess;
  pid: number;
  /** Its output so far. */
  output(): string;
  /** Waits until it is ready and returns the content of its dev.json; rejects when it ends instead. */
  ready(): Promise<Announcement>;
  /** Sends a signal to this process alone and waits for its end; returns the exit code, null after a kill. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Waits for its end; returns the exit code. */
  ended(): Promise<number | null>;
}

/** Starts `dev/main.ts`, or `posthorn start`. */
export function startLocalStack({
  dataDir,
  clone = ROOT,
  posthorn,
  environment = {},
  user,
  before,
}: LocalStackOptions): LocalStack {
  const command = `${before ? `${before}; ` : ''}exec "$0" "$@"`;
  const program = posthorn === undefined ? ['--import', 'tsx/esm', 'dev/main.ts'] : [posthorn, 'start'];
  const child = spawn('/bin/sh', ['-c', command, process.execPath, ...program], {
    ...user,
    cwd: clone,
    detached: true,
    env: { ...process.env, ...NEUTRAL, ...environment, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const closed = once(child, 'close').then(() => child.exitCode);
  const ready = once(child, 'message', { signal: AbortSignal.timeout(READY_TIMEOUT_MS) });
  ready.catch(() => {});
  return {
    process: child,
    pid: child.pid ?? 0,
    output: () => output,
    ended: () => closed,
    async ready() {
      const early = closed.then((code) => Promise.reject(new Error(`It ended with ${code}:\n${output}`)));
      await Promise.race([ready, early]);
      return JSON.parse(await readFile(path.join(dataDir, 'dev.json'), 'utf8'));
    },
    end(signal) {
      child.kill(signal);
      return closed;
    },
  };
}

/** Free ports, and none of the caller's own configuration. */
export const NEUTRAL = {
  PORT: '0',
  INBOX_PORT: '0',
  INBOX_SMTP_PORT: '0',
  INBOUND_PORT: '0',
  SUBMISSION_PORT: '0',
  SUBMISSIONS_PORT: '0',
  DNS_PORT: '0',
  HOST: undefined,
  NODE_ENV: undefined,
  DATABASE_URL: undefined,
  REDIS_URL: undefined,
  SMTP_URL: undefined,
  LOG_LEVEL: undefined,
  FIRST_DOMAIN: undefined,
  POSTGRES_BIN_DIR: undefined,
};
