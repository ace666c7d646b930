// BullMQ on Redis or Valkey, for installations that outgrow the queues in Postgres. A producer must never make a
// request wait for a server that is away or frozen, so its commands fail fast; a worker waits for its server without a
// limit.

import type { Logger } from '../log/log.ts';
import { requirePackage } from '../process/require-package.ts';
import { connectRedis, FAIL_FAST, type RedisClient, type RedisTimeouts } from '../redis/connect.ts';
import { type JobProcessor, type QueueBackend, WORKER_OPTIONS, type WorkOptions } from './backend.ts';
import type { WakeUp } from './definition.ts';

const { Queue, Worker } = requirePackage<typeof import('bullmq')>('bullmq');

/** A worker sends a command at least every few seconds, so after this silence the server must be gone. */
const SILENCE_TIMEOUT_MS = 15_000;
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

function connect(url: string, timeouts: RedisTimeouts, log: Logger): RedisClient {
  const client = connectRedis(url, timeouts, log);
  // Every blocking command and every queue adds listeners to the shared client.
  client.setMaxListeners(0);
  return client;
}

async function checkPolicy(client: RedisClient): Promise<void> {
  const info = await client.info('memory');
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
  if (policy && policy !== SAFE_POLICY) {
    throw new Error(`Redis may drop jobs: set maxmemory-policy to ${SAFE_POLICY} (it is ${policy}).`);
  }
}

/** Creates the backend. It connects at once and retries without an end. */
export function createRedisQueueBackend({ url, prefix, log }: RedisBackendOptions): QueueBackend {
  const producer = connect(url, FAIL_FAST, log);
  const consumers: RedisClient[] = [];
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
      const consumer = connect(url, { maxRetriesPerRequest: null, socketTimeout: SILENCE_TIMEOUT_MS }, log);
      consumers.push(consumer);
      return new Worker<WakeUp>(name, processor, {
        ...WORKER_OPTIONS,
        concurrency,
        connection: consumer,
        prefix,
      });
    },
    async oldestWaiting(queue) {
      const [oldest] = await queue.getJobs(['waiting'], 0, 0, true);
      return oldest && new Date(oldest.timestamp);
    },
    checkServer: () => checkPolicy(producer),
    close: () => {
      for (const client of [producer, ...consumers]) client.disconnect();
      return Promise.resolve();
    },
  };
}
