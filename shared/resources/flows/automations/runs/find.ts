// Finds a run of an automation, with what its steps have done.
import { notFound } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Automation } from '../automation.ts';
import { shownColumns } from './shown-run.ts';
import type { RunWithSteps } from './shown-steps.ts';

const FIND = `
  SELECT ${shownColumns('$4', '$5::timestamptz')}, source_id AS "sourceId", payload, clock,
    (SELECT json_build_object('triggerKey', graph -> 'triggerKey', 'graph', graph)
     FROM automation_versions AS version WHERE version.id = version_id) AS graph
  FROM automation_runs WHERE id = $1 AND automation_id = $2 AND account_id = $3`;

const FIND_STEPS = `
  SELECT key, status, output, error, started_at AS "startedAt", completed_at AS "completedAt"
  FROM automation_step_runs WHERE run_id = $1 ORDER BY position`;

/** @throws DomainError `not_found` */
export async function requireRun(
  database: Queryable,
  { id, accountId, epoch, updatedAt }: Pick<Automation, 'id' | 'accountId' | 'epoch' | 'updatedAt'>,
  runId: string,
): Promise<RunWithSteps> {
  const { rows } = await database.query<Omit<RunWithSteps, 'stepRuns'>>({
    name: 'find-automation-run',
    text: FIND,
    values: [runId, id, accountId, epoch, updatedAt],
  });
  const [run] = rows;
  if (!run) throw notFound('Automation run');
  const { rows: stepRuns } = await database.query<RunWithSteps['stepRuns'][number]>({
    name: 'find-steps-of-run',
    text: FIND_STEPS,
    values: [runId],
  });
  return { ...run, stepRuns };
}
