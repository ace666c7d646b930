// POST /automations/:id/runs/retry: stores a retry of many, a batch that takes the runs of an enabled automation that have
// failed since a time up again. Runs that fail after the request are not among them, so the batch ends.
import { readSince } from '../../../foundation/read-since.ts';
import type { AutomationPath } from '../automation.ts';
import { type AskForBatchDeps, askForBatch } from './ask.ts';
import type { AutomationBatch } from './batch.ts';

/**
 * Stores a retry of many.
 * @param since as the client wrote it
 * @throws DomainError `not_found`; `validation_error` for a disabled automation, a time that is unreadable or in the
 *   future, and too many batches that have not ended
 */
export function retryFailedRuns(
  deps: AskForBatchDeps,
  path: AutomationPath,
  since: string,
  now: Date,
): Promise<AutomationBatch> {
  const selection = { since: readSince(since, now).toISOString() };
  return askForBatch(deps, path, () => Promise.resolve({ type: 'retry', selection }), now);
}
