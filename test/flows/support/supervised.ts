// A process of the product that is restarted whenever it dies, as a platform does it; a crash flow kills it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { isBuilt, programArguments } from '../../../dev/build/build.ts';
import { createSignal } from '../../support/time/signal.ts';

/** A supervised process. */
export interface Supervised {
  /** The pid of its present life. */
  readonly pid: number;
  /** Whether its present life has started completely. */
  readonly isReady: boolean;
  /** Kills it without warning; it is restarted. */
  kill(): void;
  /** Number of its deaths. */
  deaths(): number;
  /** Those before it was ready: a process that starts while the database is away ends. */
  failedStarts(): number;
  /** Number of its planned deaths at a named instant, which another death may prevent. */
  readonly plannedDeaths: number;
  /** Stops it gracefully, without a restart. */
  stop(): Promise<void>;
}

/** What to run. */
export interface SupervisedOptions {
  command: readonly [source: string, ...args: string[]];
  environment: Record<string, string>;
  /** Where it kills itself, life by life (`CRASH_AT`); later lives have no planned death. */
  crashes?: readonly string[];
  /** Its log is appended to this file; otherwise it goes nowhere. */
  logFile?: string | undefined;
}

/** What the processes of a flow have in common. */
export interface FlowEnvironment {
  databaseUrl: string;
  /** If absent, the queues are in Postgres. */
  redisUrl?: string | undefined;
  smtpUrl: string;
  secretKey: string;
  /** Port of the API. */
  port: number;
  /** Overridden by TEST_LOG_LEVEL. */
  logLevel: string;
}

/** The environment of every process of a flow, without a rate limit. */
export function flowEnvironment({
  databaseUrl,
  redisUrl = '',
  smtpUrl,
  secretKey,
  port,
  logLevel,
}: FlowEnvironment): Record<string, string> {
  return {
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    SMTP_URL: smtpUrl,
    SECRET_KEY: secretKey,
    PORT: String(port),
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? logLevel,
  };
}

/** Starts a process; resolves when its first life is ready. */
export async function supervise(options: SupervisedOptions): Promise<Supervised> {
  const { command, environment, crashes = [], logFile } = options;
  const printed = process.env['TEST_LOG_LEVEL'] ? 'inherit' : 'ignore';
  const log = logFile === undefined ? printed : openSync(logFile, 'a');
  let deaths = 0;
  let failedStarts = 0;
  let stopping = false;
  let isReady = false;
  let child: ChildProcess;
  // Also that of a later life: the first one may end before it is ready.
  const { given: ready, give: beReady } = createSignal();
  const program = programArguments(command, await isBuilt());
  const live = () => {
    child = spawn(process.execPath, program, {
      stdio: ['ignore', log, 'inherit', 'ipc'],
      env: { ...process.env, ...environment, CRASH_AT: crashes[deaths] ?? '' },
    });
    child.once('message', () => {
      isReady = true;
      beReady();
    });
    child.once('exit', () => {
      const wasReady = isReady;
      isReady = false;
      if (stopping) return;
      deaths += 1;
      failedStarts += wasReady ? 0 : 1;
      live();
    });
  };
  live();
  await ready;
  return {
    get pid() {
      return child.pid ?? 0;
    },
    get isReady() {
      return isReady;
    },
    kill: () => void child.kill('SIGKILL'),
    deaths: () => deaths,
    failedStarts: () => failedStarts,
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
