// A run as the account sees it. A run of an earlier epoch of its automation is cancelled from the moment of the stop on,
// before a job has written that into its row.
import type { RunStatus } from './run.ts';

/** A run in a list. */
export interface ShownRun {
  id: string;
  status: RunStatus;
  contactId: string;
  /** Address of the contact; null: it was deleted. */
  email: string | null;
  /** Number of the version of the automation. */
  version: number;
  /** The step at which it is, or was when it failed or was cancelled; null: it is completed. */
  stepKey: string | null;
  waitUntil: Date | null;
  postponedAt: Date | null;
  nextAttemptAt: Date | null;
  reason: string | null;
  createdAt: Date;
  endedAt: Date | null;
}

/** SQL condition on a row of `automation_runs`: its automation was stopped since it started. @param epoch placeholder */
const isStopped = (epoch: string) => `(status = 'running' AND epoch < ${epoch})`;

/** SQL expression: the status that is shown. @param epoch placeholder of the automation's epoch */
export function shownStatus(epoch: string): string {
  return `CASE WHEN ${isStopped(epoch)} THEN 'cancelled' ELSE status END`;
}

/**
 * SQL condition: the status that is shown is one of several. Written so that Postgres can estimate how many rows meet it.
 * @param epoch placeholder @param statuses placeholder of texts
 */
export function hasShownStatus(epoch: string, statuses: string): string {
  return `(status = ANY(${statuses}::text[]) AND NOT ${isStopped(epoch)}
    OR ${isStopped(epoch)} AND 'cancelled' = ANY(${statuses}::text[]))`;
}

/**
 * The columns of a ShownRun, of a row of `automation_runs`.
 * @param epoch placeholder of the automation's epoch @param updatedAt of its last change
 */
export function shownColumns(epoch: string, updatedAt: string): string {
  return `
    id, ${shownStatus(epoch)} AS status, contact_id AS "contactId",
    (SELECT email FROM contacts
     WHERE contacts.id = contact_id AND contacts.account_id = automation_runs.account_id) AS email,
    (SELECT number FROM automation_versions AS version WHERE version.id = version_id) AS version,
    step_key AS "stepKey", wait_until AS "waitUntil", postponed_at AS "postponedAt",
    next_attempt_at AS "nextAttemptAt", CASE WHEN ${isStopped(epoch)} THEN 'stopped' ELSE reason END AS reason,
    created_at AS "createdAt",
    CASE WHEN ${isStopped(epoch)} THEN greatest(created_at, ${updatedAt}) ELSE ended_at END AS "endedAt"`;
}
