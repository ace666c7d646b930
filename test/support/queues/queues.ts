// The queues of a process, for tests of the queues themselves: one queue, and the counts of its wake-ups by outcome.
import { Registry } from 'prom-client';
import { createLog } from '../../../shared/platform/log/log.ts';
import { connectQueues, type QueueProducer, type Queues } from '../../../shared/platform/queues/connect.ts';
import type { QueueDefinition } from '../../../shared/platform/queues/definition.ts';

export const testQueue: QueueDefinition = { name: 'test', jobName: 'do-nothing' };

/** For code that sends wake-ups while no worker listens. */
export const SILENT_QUEUES: QueueProducer = { wake: () => {} };

/** Where the queues are. */
export interface QueueServers {
  databaseUrl?: string;
  redisUrl?: string | undefined;
}

/** Connects; the caller closes. */
export function connectTestQueues({ databaseUrl = '', redisUrl }: QueueServers, workers = 0): Queues {
  return connectQueues({
    config: { databaseUrl, redisUrl, queuePrefix: '{test}' },
    definitions: [testQueue],
    workers,
    registry: new Registry(),
    log: createLog({ level: 'silent', process: 'test' }),
  });
}

/** Number of ids announced to the queue so far, by outcome. */
export async function wakeCounts(queues: Queues): Promise<Record<string, number>> {
  const { values } = await queues.metrics.wakes.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
}
