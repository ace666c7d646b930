// The type of a batch: an act on many contacts or runs of an automation, a thousand at a time, by a job
// (docs/architecture/automation-batches.md). pending → running → completed, cancelled, missed or failed.
import type { NotStartedReason } from '../../events/incoming-event.ts';

/**
 * The kinds of batches. `schedule`: starts runs at the time of the scheduled trigger. `enroll`: starts runs of contacts that
 * the account names. `retry`: takes up failed runs again. `cancel`: runs of earlier epochs. `count`: the figures of the
 * steps. `delete`: all runs, and then the rest of the automation.
 */
export type AutomationBatchType = 'schedule' | 'enroll' | 'retry' | 'cancel' | 'count' | 'delete';

/**
 * `pending`: it waits for its time, or for a worker. `cancelled`: the automation was stopped or disabled before its end.
 * `missed`: the automation was not enabled at the time of its schedule. `failed`: a bug has ended it.
 */
export type AutomationBatchStatus = 'pending' | 'running' | 'completed' | 'cancelled' | 'missed' | 'failed';

/**
 * Why a contact or a run was skipped. `deleted`: it was deleted after the step had read it. `left`: it was counted and
 * no step has met it: it has left the segment or the audience, or was deleted before its turn.
 */
export type SkippedReason = NotStartedReason | 'deleted' | 'left';

/** Why → how many were skipped. */
export type SkippedReasons = Readonly<Partial<Record<SkippedReason, number>>>;

/** The contacts of an enrolment. */
export type EnrollSelection = { contactId: string } | { segmentId: string } | { all: true };

/** The failed runs that are taken up again: those that have ended at or after this time (ISO 8601). */
export interface RetrySelection {
  since: string;
}

/** A batch in answers. */
export interface AutomationBatch {
  id: string;
  accountId: string;
  automationId: string;
  type: AutomationBatchType;
  status: AutomationBatchStatus;
  /** schedule: its time. enroll, retry: when it was asked. Null: of other types. */
  takenAt: Date | null;
  /** How many contacts or runs it is about; null: not counted yet. */
  total: number | null;
  done: number;
  skipped: number;
  failed: number;
  reasons: SkippedReasons;
  createdAt: Date;
  /** Null: it has not ended. */
  endedAt: Date | null;
}

/** A batch as its steps see it. */
export interface RunningBatch extends AutomationBatch {
  /** The last contact or run that was read; NIL_UUID: none yet. */
  position: string;
  /** The automation's epoch at the request; a schedule has the epoch of its time. Null for types without one. */
  epoch: number | null;
  selection: EnrollSelection | RetrySelection | null;
  /** The `partial` that earlier steps have written; null: none. */
  partial: unknown;
}

/** The columns of an AutomationBatch. */
export const AUTOMATION_BATCH_COLUMNS = `
  id, account_id AS "accountId", automation_id AS "automationId", type, status, taken_at AS "takenAt", total, done, skipped,
  failed, reasons, created_at AS "createdAt", ended_at AS "endedAt"`;

/** The columns of a RunningBatch. */
export const RUNNING_BATCH_COLUMNS = `${AUTOMATION_BATCH_COLUMNS}, position, epoch, selection, partial`;
