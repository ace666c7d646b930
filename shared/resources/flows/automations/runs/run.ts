// The types of a run: a contact on its way through an automation, and why it has ended or waits.
import type { RUN_STATUSES } from '../../../../contract/automations/values.ts';

export type RunStatus = (typeof RUN_STATUSES)[number];

/** Why a run was cancelled; a failed run has a sentence instead. */
export type CancelReason =
  /** DELETE of its automation, `stop`, or the loss of its domain. */
  | 'stopped'
  /** POST …/runs/:runId/cancel. */
  | 'cancelled'
  | 'contact_deleted';

/** A run of an automation of an account. */
export interface RunPath {
  accountId: string;
  automationId: string;
  runId: string;
}
