// POST /automations/:id/runs/:runId/retry: takes one failed or cancelled run up again, at its step and on its version. It
// charges nothing: the run has been charged when it started.
import { DomainError, notFound } from '../../../../../contract/domain-error.ts';
import { ACTIVE_RUNS_MAX, ACTIVE_RUNS_OF_CONTACT_MAX } from '../../../../../contract/limits.ts';
import type { Database } from '../../../../../platform/db/connect.ts';
import { transaction } from '../../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../../platform/queues/connect.ts';
import { requireEnabled } from '../../enabled.ts';
import type { GraphVersions } from '../../versions/graph-versions.ts';
import type { RunPath } from '../run.ts';
import { RUNS_WORK } from '../work.ts';
import { type RestartOutcome, restartRuns } from './restart-runs.ts';

/** Dependencies of taking a run up. */
export interface RetryRunDeps {
  database: Database;
  queues: QueueProducer;
  graphVersions: GraphVersions;
}

/** The lane of a run that one request asks for. */
const LANE = 'event';

const FIND = `
  SELECT run.id FROM automation_runs AS run JOIN automations AS automation ON automation.id = run.automation_id
  WHERE run.id = $3 AND run.automation_id = $2 AND run.account_id = $1 AND automation.deleted_at IS NULL`;

/**
 * Resumes a run. It begins its step again, at this moment; its knowledge of earlier events stays.
 * @throws DomainError `not_found`; `validation_error` for a disabled automation, for a run that has not ended or is
 *   completed, for a contact that is deleted or of another audience, and when the contact may have no further active run
 */
export function retryRun(
  { database, queues, graphVersions }: RetryRunDeps,
  { accountId, automationId, runId }: RunPath,
  now: Date,
): Promise<void> {
  return transaction(database, async (client) => {
    const { rows } = await client.query<{ id: string }>({
      name: 'find-run-to-retry',
      text: FIND,
      values: [accountId, automationId, runId],
    });
    const [run] = rows;
    if (!run) throw notFound('Automation run');
    const outcomes = await restartRuns(client, graphVersions, {
      automationId,
      ids: [run.id],
      lane: LANE,
      now,
      mayRestart(automation) {
        requireEnabled(automation);
        return true;
      },
    });
    // The automation was deleted, or the run was.
    const outcome = outcomes?.get(run.id);
    if (!outcome) throw notFound('Automation run');
    if (outcome !== 'taken_up')
      throw new DomainError('validation_error', `The run cannot be retried: ${REFUSALS[outcome]}`);
    client.afterCommit(() => queues.wake(RUNS_WORK[LANE].queue, [run.id]));
  });
}

const REFUSALS: Readonly<Record<Exclude<RestartOutcome, 'taken_up'>, string>> = {
  running: 'it is running.',
  completed: 'it is completed.',
  deleted: 'its contact was deleted.',
  left: 'its contact and the automation are in different audiences.',
  broken: 'it ended at a step that its version does not have.',
  active: 'the contact has another run in progress, and the `reentry` of the automation is when_done.',
  limit: `the contact has ${ACTIVE_RUNS_MAX} runs in progress in the automation, or ${ACTIVE_RUNS_OF_CONTACT_MAX} in total.`,
};
