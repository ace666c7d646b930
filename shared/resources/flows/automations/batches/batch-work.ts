// What a type of batch implements (steps/): how it begins, and what one step does.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { EventIntake } from '../intake/event-intake.ts';
import type { GraphVersions } from '../versions/graph-versions.ts';
import type { RunningBatch, SkippedReason, SkippedReasons } from './batch.ts';

/** Dependencies of steps. */
export interface BatchWorkDeps {
  ids: Ids;
  queues: QueueProducer;
  graphVersions: GraphVersions;
  eventIntake: EventIntake;
}

/** A batch whose row the transaction has locked, under the token of its claim. */
export interface BatchWorkInput {
  client: Transaction;
  batch: RunningBatch;
  now: Date;
  deps: BatchWorkDeps;
}

/** How a batch begins. */
export type BatchBeginning =
  /** If the batch has none yet, the automation's `epoch`, and the time of the schedule. */
  | { epoch?: number; takenAt?: Date }
  /** The time of the batch is in the future. */
  | { waitsUntil: Date }
  /** The batch ends without a step. */
  | { ends: 'cancelled' | 'missed' };

/** The result of a step. The numbers are for this step alone. */
export interface BatchStepOutcome {
  /** The last contact or run that was read, after which the next step continues; undefined: none is left. */
  last: string | undefined;
  done?: number;
  /** The reasons of the skipped ones; their sum is the number of them. */
  skipped?: SkippedReasons;
  failed?: number;
  /** The new `partial` of the batch (JSON) for the next step; undefined: unchanged. */
  partial?: unknown;
  /** The end before all were read: the remaining ones are skipped for this reason. */
  ends?: { status: 'cancelled'; unmet: SkippedReason };
}

/** A type of batch. */
export interface BatchWork {
  /** Decides whether it begins; it does by default. Called again when a batch begins again. */
  begin?(input: BatchWorkInput): Promise<BatchBeginning>;
  /**
   * Counts the contacts or runs that are to be checked, after the beginning, in a transaction of its own, whose statements
   * are planned for whole tables and end in time (segments/counts/within-time.ts). It takes no locks, and the row is not
   * locked either. Without it, or when it takes too long, the total is what the steps have met.
   */
  count?(input: BatchWorkInput): Promise<number>;
  /** Does the next part, in one transaction with the position and the counts. */
  step(input: BatchWorkInput): Promise<BatchStepOutcome>;
  /** The result for counted ones that no step has met: why they are skipped; `done`: others did the work. */
  unmet: SkippedReason | 'done';
  /** Whether the row stays after its end, so that the account sees it for some time. */
  isKept: boolean;
  /** Whether it is tried on and on after a bug, because nothing else does the work. False by default. */
  isNeverGivenUp?: true;
}
