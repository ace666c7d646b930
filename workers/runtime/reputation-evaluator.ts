// Judges the reputations of domains after outcomes that count against them, so that a pause acts within seconds. A
// process looks at most once a second, so a domain whose mail all bounces costs little. If this fails or is lost, the
// recurring task judges the domain within a minute.
import type { Database } from '../../shared/platform/db/connect.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import type { QueueProducer } from '../../shared/platform/queues/connect.ts';
import type { Clock } from '../../shared/platform/time/clock.ts';
import { mailHostOf } from '../../shared/resources/messaging/domains/records/dns-records.ts';
import { evaluateDomains } from '../../shared/resources/messaging/domains/reputation/evaluate.ts';

const CHECK_EVERY_MS = 1_000;
/** Domains per look; the others are judged by the next one. */
const LOOKED_AT = 200;

/** The dependencies of judging. */
export interface ReputationEvaluatorDeps {
  database: Database;
  queues: QueueProducer;
  config: Parameters<typeof mailHostOf>[0];
  clock: Clock;
  log: Logger;
}

/** Judges in the background of a process. */
export interface ReputationEvaluator {
  /** Judges these domains within a second or two. */
  soon(domainIds: readonly string[]): void;
  /** Ends the look that runs; what still waits is left to the recurring task. */
  stop(): Promise<void>;
}

/** Creates the judging of a process. */
export function createReputationEvaluator({
  database,
  queues,
  config,
  clock,
  log,
}: ReputationEvaluatorDeps): ReputationEvaluator {
  const waiting = new Set<string>();
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async () => {
    const ids = [...waiting].slice(0, LOOKED_AT);
    for (const id of ids) waiting.delete(id);
    try {
      await evaluateDomains({ database, queues, mailHost: mailHostOf(config) }, ids, clock.now());
    } catch (error) {
      log.warn({ err: error }, 'reputations were not evaluated; the recurring task will do it');
    }
  };
  const start = () => {
    timer = undefined;
    if (waiting.size === 0 || isStopped) return;
    looking = look().finally(() => {
      looking = undefined;
      timer = setTimeout(start, CHECK_EVERY_MS);
    });
  };
  return {
    soon(domainIds) {
      for (const id of domainIds) waiting.add(id);
      if (!looking && !timer) start();
    },
    async stop() {
      isStopped = true;
      await looking;
      clearTimeout(timer);
    },
  };
}
