// BullMQ on Redis or Valkey, for installations that outgrow the queues in Postgres. A producer must never make a
// request wait for a server that is unavailable or frozen, so its commands fail fast; a worker waits for its server
// without a limit.

import type { Logger } from '../log/log.ts';
import { requirePackage } from '../process/require-package.ts';
import { connectRedis, FAIL_FAST, type RedisClient, type RedisTimeouts } from '../redis/connect.ts';
import { type JobProcessor, type QueueBackend, WORKER_OPTIONS, type WorkOptions } from './backend.ts';
import type { WakeUp } from './definition.ts';

const { Queue, Worker } = requirePackage<typeof import('bullmq')>('bullmq');

/** Seconds that a worker waits for a job in one command: less than a server may be silent (shared/platform/redis/connect.ts). */
const BLOCK_S = 3;
/** Job events are used by bull-board only; they are not a log. */
const EVENTS_KEPT = 100;
/** The only eviction policy under which Redis never drops a key of a queue. */
const SAFE_POLICY = 'noeviction';

/** Options of the backend. */
export interface RedisBackendOptions {
  url: string;
  /** Prefix of all keys; `{braces}` keep them on one slot of a cluster. */
  prefix: string;
  log: Logger;
}

function connect({ url, prefix, log }: RedisBackendOptions, timeouts: RedisTimeouts): RedisClient {
  const client = connectRedis({ url, prefix, timeouts, log });
  // Every blocking command and every queue adds listeners to the shared client.
  client.setMaxListeners(0);
  return client;
}

async function checkSettings(client: RedisClient): Promise<void> {
  const [memory, replication] = await Promise.all([client.info('memory'), client.info('replication')]);
  const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1];
  if (policy && policy !== SAFE_POLICY) {
    throw new Error(`Redis may drop jobs. Set maxmemory-policy to ${SAFE_POLICY} (it is ${policy}).`);
  }
  if (/^role:slave/m.test(replication)) {
    throw new Error(
      'REDIS_URL names a replica, which does not accept jobs. Name its master or its Sentinels.',
    );
  }
}

/** Creates the backend. It connects at once and retries without an end. */
export function createRedisQueueBackend(options: RedisBackendOptions): QueueBackend {
  const { prefix } = options;
  const producer = connect(options, FAIL_FAST);
  let consumer: RedisClient | undefined;
  let refusal: Error | undefined;
  producer.on('error', (error: Error) => {
    refusal = error;
  });
  producer.on('ready', () => {
    refusal = undefined;
  });
  return {
    name: 'redis',
    createQueue: (name) =>
      new Queue<WakeUp>(name, {
        connection: producer,
        prefix,
        // BullMQ asks for the version of the server once, when the queue is created. The connection is not ready then,
        // so that command would fail, and the queue would stay failed for ever.
        skipVersionCheck: true,
        streams: { events: { maxLen: EVENTS_KEPT } },
      }),
    createWorker: (name: string, processor: JobProcessor, { concurrency = 1 }: WorkOptions) => {
      // All workers share it; each has a duplicate for its blocking command.
      consumer ??= connect(options, { maxRetriesPerRequest: null });
      return new Worker<WakeUp>(name, processor, {
        ...WORKER_OPTIONS,
        drainDelay: BLOCK_S,
        concurrency,
        connection: consumer,
        prefix,
      });
    },
    async oldestWaiting(queue) {
      const [oldest] = await queue.getJobs(['waiting'], 0, 0, true);
      return oldest && new Date(oldest.timestamp);
    },
    checkServer: () =>
      checkSettings(producer).catch((error: Error) => {
        // Commands only say that there is no connection.
        const { message, cause } = refusal ?? error;
        throw new Error(message, { cause });
      }),
    close: () => {
      for (const client of [producer, consumer]) client?.disconnect();
      return Promise.resolve();
    },
  };
}
