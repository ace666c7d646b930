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

/** What the processes of a flow have in common. */
export interface FlowEnvironment {
  databaseUrl: string;
  /** Absent: the queues are in Postgres. */
  redisUrl?: string | undefined;
  smtpUrl: string;
  secretKey: string;
  /** Of the API. */
  port: number;
  /** Unless TEST_LOG_LEVEL says otherwise. */
  logLevel: string;
}

/** The environment of every process of a flow, with as many sends as it likes. */
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
