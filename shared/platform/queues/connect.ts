// Connects the queues of a process, on Postgres or on Redis; no other code knows which of the two it is. A queue
// carries wake-ups only (docs/architecture/queues.md): producers call `wake`, workers are created with `work`.
import type { Queue, Worker } from 'bullmq';
import type { Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import type { ServerWatch } from '../db/sessions/server-watch.ts';
import type { Logger } from '../log/log.ts';
import type { PoolCounts } from '../metrics/pool-metrics.ts';
import { withTimeout } from '../time/timeout.ts';
import type { JobProcessor, QueueBackend, WorkOptions } from './backend.ts';
import { createJobOptions, type QueueDefinition, type WakeUp } from './definition.ts';
import { createQueueMetrics, type QueueMetrics } from './metrics.ts';
import { createPostgresQueueBackend } from './postgres-backend.ts';
import { createRedisQueueBackend } from './redis-backend.ts';
import { createWaker, type Waker } from './waker.ts';

/** A queue for readiness checks only: a job is written to it and removed again. */
const HEALTH_QUEUE = 'health-check';

/** Timeout for adding jobs. A wake-up that takes longer is lost, and the sweeper finds its rows. */
const SEND_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 2_000;
/** Up to this many jobs are added by single commands; more are added in bulk. */
const SINGLE_ADDS_MAX = 10;

/** Options of the queues of a process. */
export interface QueuesOptions {
  config: Pick<Config, 'databaseUrl' | 'redisUrl' | 'queuePrefix'>;
  definitions: readonly QueueDefinition[];
  /** Number of workers that this process will create. */
  workers: number;
  registry: Registry;
  /** Notices when the server of the connections to Postgres is lost. Tools have none. */
  watch?: ServerWatch | undefined;
  log: Logger;
}

/** The jobs of a queue that no worker has taken. */
export interface Backlog {
  /** When the oldest of them was added, by the clock of the process that added it; undefined: no job waits. */
  oldestAt: Date | undefined;
  /** An operator has paused the queue. */
  paused: boolean;
}

/** States of jobs that may need an operator; completed ones are stored for the board alone. */
export const JOB_STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

/** A queue as operators see it. */
export interface QueueReport extends Backlog {
  name: string;
  jobs: Record<(typeof JOB_STATES)[number], number>;
}

/** The queues of a process. */
export interface Queues {
  readonly backend: 'postgres' | 'redis';
  /** Connections to Postgres; undefined when the queues live in Redis. */
  readonly pool: PoolCounts | undefined;
  readonly metrics: QueueMetrics;
  /** BullMQ's queues, for bull-board and for counting. */
  all(): Queue<WakeUp>[];
  /** Asks the workers to check these rows soon. Returns at once and never throws. */
  wake(definition: QueueDefinition, ids: readonly string[]): void;
  /** The waiting jobs of a queue. */
  backlog(definition: QueueDefinition): Promise<Backlog>;
  /** The number of jobs in each queue, by state. */
  inspect(): Promise<QueueReport[]>;
  /** Creates a worker of a queue. The caller closes the worker before it closes the queues. */
  work(definition: QueueDefinition, processor: JobProcessor, options: WorkOptions): Worker<WakeUp>;
  /** Rejects when the server does not accept a write, or may lose one. */
  checkWrite(): Promise<void>;
  close(): Promise<void>;
}

/** The part of the queues that code which writes rows of work needs. */
export type QueueProducer = Pick<Queues, 'wake'>;

/** Connects the queues of a process: Redis when `REDIS_URL` is set, else Postgres. */
export function connectQueues({ config, definitions, workers, registry, watch, log }: QueuesOptions): Queues {
  const backend = config.redisUrl
    ? createRedisQueueBackend({ url: config.redisUrl, prefix: config.queuePrefix, log })
    : createPostgresQueueBackend({ connectionString: config.databaseUrl, workers, watch, log });
  const metrics = createQueueMetrics(registry);
  const queues = new Map(definitions.map(({ name }) => [name, createQueue(backend, name, log)]));
  const wakers = new Map<string, Waker>();
  const queueOf = ({ name }: QueueDefinition) => {
    const queue = queues.get(name);
    if (!queue) throw new Error(`The queue "${name}" was not given to connectQueues.`);
    return queue;
  };
  for (const definition of definitions) {
    wakers.set(definition.name, wakerOf(definition, queueOf(definition), metrics, log));
  }
  const healthQueue = createQueue(backend, HEALTH_QUEUE, log);
  return {
    backend: backend.name,
    pool: backend.pool,
    metrics,
    all: () => [...queues.values()],
    wake: (definition, ids) => wakers.get(queueOf(definition).name)?.wake(ids),
    backlog: (definition) => backlogOf(backend, queueOf(definition)),
    inspect: () => Promise.all([...queues.values()].map((queue) => inspect(backend, queue))),
    work: (definition, processor, options) => backend.createWorker(definition.name, processor, options),
    async checkWrite() {
      await backend.checkServer();
      const job = await healthQueue.add('check', { ids: [] });
      await job.remove();
    },
    async close() {
      await Promise.all([...wakers.values()].map((waker) => waker.drain()));
      const closing = Promise.all([...queues.values(), healthQueue].map((queue) => queue.close()));
      // BullMQ waits for a server that it never reached even to close; after the timeout the connection is cut.
      await withTimeout(CLOSE_TIMEOUT_MS, 'Closing the queues', closing).catch((error: unknown) =>
        log.warn({ err: error }, 'the queues could not be closed; their connections are cut'),
      );
      await backend.close();
    },
  };
}

function createQueue(backend: QueueBackend, name: string, log: Logger): Queue<WakeUp> {
  const queue = backend.createQueue(name);
  queue.on('error', (error) => log.debug({ err: error, queue: name }, 'queue connection'));
  return queue;
}

async function backlogOf(backend: QueueBackend, queue: Queue<WakeUp>): Promise<Backlog> {
  const [paused, oldestAt] = await Promise.all([queue.isPaused(), backend.oldestWaiting(queue)]);
  return { oldestAt, paused };
}

async function inspect(backend: QueueBackend, queue: Queue<WakeUp>): Promise<QueueReport> {
  const [backlog, counts] = await Promise.all([backlogOf(backend, queue), queue.getJobCounts(...JOB_STATES)]);
  const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
  return { name: queue.name, ...backlog, jobs: { waiting, active, delayed, failed } };
}

/**
 * Adds jobs. On Postgres a bulk command makes two temporary tables, which cost as much as ten commands with one job
 * each.
 */
function createJobAdder({ jobName }: QueueDefinition, queue: Queue<WakeUp>) {
  const nextOptions = createJobOptions();
  return (jobs: string[][]): Promise<unknown> => {
    if (jobs.length > SINGLE_ADDS_MAX) {
      return queue.addBulk(jobs.map((ids) => ({ name: jobName, data: { ids }, opts: nextOptions() })));
    }
    return Promise.all(jobs.map((ids) => queue.add(jobName, { ids }, nextOptions())));
  };
}

function wakerOf(
  definition: QueueDefinition,
  queue: Queue<WakeUp>,
  metrics: QueueMetrics,
  log: Logger,
): Waker {
  const addJobs = createJobAdder(definition, queue);
  return createWaker({
    send: (jobs) => withTimeout(SEND_TIMEOUT_MS, 'Adding jobs', addJobs(jobs)),
    onOutcome(outcome, ids, error) {
      metrics.wakes.inc({ queue: definition.name, outcome }, ids);
      if (outcome === 'failed') log.warn({ err: error, queue: definition.name, ids }, 'a wake-up was lost');
    },
  });
}
