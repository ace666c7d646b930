// The service's queues for the few verbs that need them. They are connected at the first use, so that all other verbs
// work while the server of the queues is unreachable.
import { Registry } from 'prom-client';
import type { Logger } from '../shared/platform/log/log.ts';
import { connectQueues, type Queues } from '../shared/platform/queues/connect.ts';
import { untilReachable } from '../shared/platform/queues/operate.ts';
import { QUEUES } from '../shared/resources/work-kinds.ts';
import type { Service } from './service.ts';
import { QueueUnreachableError } from './verb.ts';

/** Queues that are connected only when they are needed. */
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
      throw new QueueUnreachableError(`The queue server cannot be reached (${queues.backend}).`, {
        cause,
      });
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
