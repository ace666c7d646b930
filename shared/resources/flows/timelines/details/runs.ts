// The entries of runs of the contacts of an address: their progress, the steps that did nothing, and why.
import { ENDED_RUN, SKIPPED_STEP } from '../../../../contract/people/reasons.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { RunStatus } from '../../automations/runs/run.ts';
import { shownStatus } from '../../automations/runs/shown-run.ts';
import { NO_DETAILS, type TimelineEntry, type TimelineRun } from '../entry.ts';
import type { WantedEntries } from './wanted.ts';

interface RunOfPage {
  id: string;
  contactId: string;
  automation: { id: string; name: string | null };
  status: RunStatus;
  storedStatus: RunStatus;
  reason: string | null;
  createdAt: Date;
  steps: (Omit<TimelineRun['steps'][number], 'at'> & { at: string })[];
}

/** The epoch of the automation; for a deleted automation the stored status counts. */
const EPOCH = '(SELECT automation.epoch FROM automations AS automation WHERE automation.id = automation_id)';

const READ = `
  SELECT id, contact_id AS "contactId", ${shownStatus(EPOCH)} AS status, status AS "storedStatus", reason,
         created_at AS "createdAt",
         json_build_object('id', automation_id, 'name', (
           SELECT name FROM automations WHERE automations.id = automation_id)) AS automation,
         (SELECT coalesce(json_agg(json_build_object(
                   'key', key, 'status', step.status, 'at', coalesce(completed_at, started_at),
                   'reason', coalesce(output ->> 'reason', error ->> 'message'), 'emailId', output ->> 'email_id')
                   ORDER BY step.position), '[]')
          FROM automation_step_runs AS step WHERE run_id = automation_runs.id) AS steps
  FROM automation_runs WHERE account_id = $1 AND id = ANY($2::uuid[])`;

/** Reads runs of a page. */
export async function readRuns(
  database: Queryable,
  { accountId, ids }: WantedEntries,
): Promise<TimelineEntry[]> {
  const { rows } = await database.query<RunOfPage>(READ, [accountId, ids]);
  return rows.map((row) => {
    const { id, contactId, createdAt, automation, status } = row;
    const steps = row.steps.map(({ at, ...step }) => ({ ...step, at: new Date(at) }));
    const run = { automation, status, steps };
    return { ...NO_DETAILS, id, type: 'automation_run', createdAt, ...whyNothing(row), contactId, run };
  });
}

/** Why the run has ended early or waits; of one that continues, why its last skipped step did nothing. */
function whyNothing({ status, storedStatus, reason, steps }: RunOfPage) {
  if (status === 'failed') return { reason: 'failed', message: reason };
  const ended = status === 'cancelled' && storedStatus !== 'cancelled' ? 'stopped' : reason;
  if (ended !== null) return { reason: ended, message: ENDED_RUN[ended] ?? null };
  const skipped = steps.findLast((step) => step.status === 'skipped');
  if (!skipped?.reason) return {};
  return { reason: skipped.reason, message: SKIPPED_STEP[skipped.reason] ?? null };
}
