// The service's queues for the few verbs that need them: connected at the first question, so that all others work
// while the queue's server is away.
import { Registry } from 'prom-client';
import type { Logger } from '../shared/platform/log/log.ts';
import { connectQueues, type Queues } from '../shared/platform/queues/connect.ts';
import { untilReachable } from '../shared/platform/queues/operate.ts';
import { QUEUES } from '../shared/resources/queues.ts';
import type { Service } from './service.ts';
import { QueueUnreachableError } from './verb.ts';

/** Queues that may never be asked for. */
interface LazyQueues {
  /** @throws QueueUnreachableError */
  open(): Promise<Queues>;
  close(): Promise<void>;
}

export function openQueues(service: Service, log: Logger): LazyQueues {
  let queues: Queues | undefined;
  let reachable: Promise<Queues> | undefined;
  const connect = async () => {
    queues = connectQueues({
      config: service,
      definitions: QUEUES,
      workers: 0,
      registry: new Registry(),
      log,
    });
    try {
      await untilReachable(queues);
      return queues;
    } catch (cause) {
      throw new QueueUnreachableError(`The queue's server cannot be reached (${queues.backend}).`, { cause });
    }
  };
  return {
    open() {
      reachable ??= connect();
      return reachable;
    },
    async close() {
      await queues?.close();
    },
  };
}
