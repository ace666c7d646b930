// What the steps of a dispatch have.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { WalkDeps } from '../../../../platform/work/walk.ts';

/** The dependencies of the steps. */
export interface DispatchDeps extends WalkDeps {
  ids: Ids;
  queues: QueueProducer;
  config: { simulatorDomains: readonly string[]; developmentDomain: string | undefined };
}

/** The input of a step. */
export interface DispatchInput {
  client: Transaction;
  deps: DispatchDeps;
  now: Date;
}
