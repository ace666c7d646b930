// BullMQ on Postgres: the default, so that Postgres is the only server that has to run. Jobs are only wake-ups, so this
// pool commits without waiting for the disk (synchronous_commit=off); the pool of the product is another one and waits.

import { openedWith, surviveLostConnections } from '../db/connect.ts';
import type { ServerWatch } from '../db/sessions/server-watch.ts';
import type { Logger } from '../log/log.ts';
import { requirePackage } from '../process/require-package.ts';
import { type JobProcessor, type QueueBackend, WORKER_OPTIONS, type WorkOptions } from './backend.ts';
import type { WakeUp } from './definition.ts';
import { createQueuePool, repairStart } from './postgres-pool.ts';

const { createPostgresBackend, withBackend } = requirePackage<typeof import('bullmq')>('bullmq');

/** Each worker keeps one connection for LISTEN; in addition this many connections serve all commands. */
export const COMMAND_CONNECTIONS = 4;
/** BullMQ's option for its schema is only for a pool that it makes, and becomes a start parameter. */
const SETTINGS = {
  application_name: 'posthorn queue',
  search_path: 'bullmq',
  synchronous_commit: 'off',
  jit: 'off',
  statement_timeout: 10_000,
};
/**
 * Pause between two polls of an idle queue, in seconds. A poll costs one statement; NOTIFY makes polls rarely needed.
 */
const DRAIN_DELAY_S = 10;

/** Options of the backend. */
export interface PostgresBackendOptions {
  connectionString: string;
  /** Number of workers that this process will create; with too few connections every call would hang. */
  workers: number;
  watch?: ServerWatch | undefined;
  log: Logger;
}

/**
 * BullMQ 6.7 on Postgres returns the newest jobs for a page in ascending order, so this statement reads the oldest job.
 * The order is that of BullMQ's index for taking the next job.
 */
const OLDEST_WAITING = `
  SELECT added_at_ms FROM job WHERE queue = $1 AND state = 'waiting' ORDER BY priority, seq LIMIT 1`;

const createBackend: typeof createPostgresBackend = (...args) => repairStart(createPostgresBackend(...args));

/** Creates the backend. It connects when it is first used. */
export function createPostgresQueueBackend(options: PostgresBackendOptions): QueueBackend {
  const { connectionString, workers, watch, log } = options;
  const { pool, connection } = createQueuePool({
    connectionString,
    max: workers + COMMAND_CONNECTIONS,
    ...openedWith(SETTINGS, watch),
  });
  // Every queue and worker adds a listener for the errors of the pool.
  pool.setMaxListeners(0);
  surviveLostConnections(pool, log);
  const bullmq = withBackend(createBackend);
  return {
    name: 'postgres',
    pool,
    createQueue: (name) => new bullmq.Queue<WakeUp>(name, { connection }) as never,
    createWorker: (name: string, processor: JobProcessor, { concurrency = 1 }: WorkOptions) =>
      new bullmq.Worker<WakeUp>(name, processor, {
        ...WORKER_OPTIONS,
        drainDelay: DRAIN_DELAY_S,
        concurrency,
        connection,
      }) as never,
    async oldestWaiting({ name }) {
      const { rows } = await pool.query<{ added_at_ms: string }>(OLDEST_WAITING, [name]);
      return rows[0] && new Date(Number(rows[0].added_at_ms));
    },
    checkServer: async () => {
      await pool.query('SELECT 1');
    },
    close: () => pool.end(),
  };
}
