// Takes failed runs of an automation up again, the next ones in the order of their ids. Each is read once, so a run
// that fails again during the batch stays failed. Runs of the bulk lane sleep until the tick wakes them, not too many
// at a time.
import type { Transaction } from '../../../../../platform/db/transaction.ts';
import {
  type RestartOutcome,
  type RetriedAutomation,
  restartRuns,
} from '../../runs/retrying/restart-runs.ts';
import type { RunningBatch, SkippedReason } from '../batch.ts';
import type { BatchStepOutcome, BatchWork, BatchWorkInput } from '../batch-work.ts';

/** The failed runs of a step, and the runs that it reads to find them: an automation may have a million cancelled ones. */
const STEP_RUNS = 1_000;
const EXAMINED_MAX = 20_000;

export const retryRunsWork: BatchWork = {
  count: countFailed,
  step: retryNext,
  // Removed, or retried by another request, before their turn.
  unmet: 'left',
  isKept: true,
};

/** A stop ends it, also when the automation has been enabled again since. */
function isAsAsked(
  { status, epoch }: Pick<RetriedAutomation, 'status' | 'epoch'>,
  batch: RunningBatch,
): boolean {
  return status === 'enabled' && epoch === batch.epoch;
}

/** The condition of the index of runs that went wrong. */
const IS_BROKEN = "status IN ('failed', 'cancelled')";

async function countFailed({ client, batch }: BatchWorkInput): Promise<number> {
  const { rows } = await client.query<{ total: number }>({
    name: 'count-runs-to-retry',
    text: `SELECT count(*)::integer AS total FROM automation_runs
           WHERE automation_id = $1 AND ${IS_BROKEN} AND status = 'failed' AND ended_at >= $2 AND ended_at <= $3`,
    values: [batch.automationId, sinceOf(batch), batch.takenAt],
  });
  return rows[0]?.total ?? 0;
}

function sinceOf({ id, selection }: RunningBatch): string {
  if (!selection || !('since' in selection)) throw new Error(`The retry ${id} has no time.`);
  return selection.since;
}

const NEXT_FAILED = `
  WITH page AS MATERIALIZED (
    SELECT id, status, ended_at FROM automation_runs
    WHERE automation_id = ANY($1::uuid[]) AND id > $2 AND ${IS_BROKEN}
    ORDER BY automation_id, id LIMIT ${EXAMINED_MAX}
  ), failed AS MATERIALIZED (
    SELECT id FROM page WHERE status = 'failed' AND ended_at >= $3 AND ended_at <= $4 ORDER BY id LIMIT ${STEP_RUNS}
  )
  SELECT ARRAY(SELECT id FROM failed ORDER BY id) AS ids, (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last`;

async function retryNext({ client, batch, now, deps }: BatchWorkInput): Promise<BatchStepOutcome> {
  const { automationId } = batch;
  const { ids, last } = await findNextFailed(client, batch);
  const outcomes = await restartRuns(client, deps.graphVersions, {
    automationId,
    ids,
    lane: 'bulk',
    now,
    mayRestart: (automation) => isAsAsked(automation, batch),
  });
  if (!outcomes) return { last: undefined, ends: { status: 'cancelled', unmet: 'disabled' } };
  return { last, ...countsOf(ids, outcomes) };
}

/**
 * A bitmap has no order: each step would read all failed runs of the automation. Plans are made for the automations of
 * most accounts, where few runs fail.
 */
const ALLOW_BITMAPS = `SELECT set_config('enable_bitmapscan', $1, true)`;

/** @returns the failed runs, and the last run that was read; undefined: no more are left */
async function findNextFailed(client: Transaction, batch: RunningBatch) {
  const { automationId, position, takenAt } = batch;
  const allowBitmaps = (value: 'on' | 'off') =>
    client.query({ name: 'allow-bitmaps', text: ALLOW_BITMAPS, values: [value] });
  const [, { rows }] = await Promise.all([
    allowBitmaps('off'),
    client.query<{ ids: string[]; last: string | null }>({
      name: 'find-next-runs-to-retry',
      text: NEXT_FAILED,
      values: [[automationId], position, sinceOf(batch), takenAt],
    }),
    allowBitmaps('on'),
  ]);
  const { ids = [], last = null } = rows[0] ?? {};
  return { ids, last: (ids.length === STEP_RUNS ? ids.at(-1) : last) ?? undefined };
}

/** Another request has retried the run, so it is active, or was. */
const SKIPPED: Readonly<Record<Exclude<RestartOutcome, 'taken_up' | 'broken'>, SkippedReason>> = {
  running: 'active',
  completed: 'active',
  active: 'active',
  limit: 'limit',
  deleted: 'deleted',
  left: 'left',
};

function countsOf(ids: readonly string[], outcomes: ReadonlyMap<string, RestartOutcome>) {
  const skipped: Partial<Record<SkippedReason, number>> = {};
  const counts = { done: 0, failed: 0, skipped };
  for (const id of ids) {
    const outcome = outcomes.get(id) ?? 'deleted';
    if (outcome === 'taken_up') counts.done += 1;
    else if (outcome === 'broken') counts.failed += 1;
    else skipped[SKIPPED[outcome]] = (skipped[SKIPPED[outcome]] ?? 0) + 1;
  }
  return counts;
}
