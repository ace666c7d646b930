// The types of jobs and their dependencies. A job handler is a function of ids and deps that is safe to run twice.

import type { Config } from '../../shared/platform/config/config.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import type { Dns } from '../../shared/platform/net/dns/answer.ts';
import type { Queues } from '../../shared/platform/queues/connect.ts';
import type { WakeUp } from '../../shared/platform/queues/definition.ts';
import type { Clock } from '../../shared/platform/time/clock.ts';
import type { WorkKind } from '../../shared/platform/work/define-work.ts';
import type { Metrics } from '../../shared/resources/service-metrics.ts';
import type { WorkDeps } from '../../shared/resources/work-deps.ts';
import type { Lease } from './lease.ts';
import type { WrittenOutcomes } from './outcomes/written-outcomes.ts';
import type { ReputationEvaluator } from './reputation-evaluator.ts';
import type { SendTimes } from './send-times.ts';
import type { Suspensions } from './suspensions.ts';

/** The dependencies of a worker process, created once in workers/main.ts. */
export interface WorkerDeps extends WorkDeps {
  config: Config;
  clock: Clock;
  queues: Queues;
  dns: Dns;
  judging: ReputationEvaluator;
  lease: Lease;
  suspensions: Suspensions;
  writtenOutcomes: WrittenOutcomes;
  metrics: Metrics;
  /** Replaces workers/runtime/send-times.ts in tests. */
  sendTimes?: SendTimes;
  log: Logger;
}

/** The same dependencies, with a logger that names the job. */
export type JobDeps = WorkerDeps;

/**
 * Does the work that a job points at. It claims the rows itself and skips rows that another worker has claimed or that
 * are done. When it throws, the job fails, and the sweeper finds the rows again.
 * @param queue the name of the queue of the job: a kind of work may have two
 * @returns what it did, in a few words for operators, who see it on the board
 */
export type JobHandler = (payload: WakeUp, deps: JobDeps, queue?: string) => Promise<string>;

/** Creates the handler of a kind of work in a process. */
export type OpenHandler = (deps: WorkerDeps, kind: WorkKind) => OpenJob;

/** A job handler in one process. */
export interface OpenJob {
  readonly handle: JobHandler;
  /** Finishes work that outlives single jobs; called during a stop. */
  drain?(): Promise<void>;
}

/** A kind of work and the handler of its jobs. */
export interface RegistryEntry extends WorkKind {
  /** Creates the handler in a process. */
  open(deps: WorkerDeps): OpenJob;
}
