// Counts the runs of a large automation for its funnel, the next ones in the order of their ids. Their sum is `partial`
// of the batch; with the last step it becomes the counts of the automation. Each run is counted once, in its state at
// that moment.

import type { Transaction } from '../../../../../platform/db/transaction.ts';
import { SQLSTATES, sqlstateOf } from '../../../../../platform/failures/sqlstates.ts';
import type { Automation } from '../../automation.ts';
import { type CountedRuns, countRuns, type RunsToCount } from '../../stats/count-runs.ts';
import { addPart, NO_RUNS, type RunCounts } from '../../stats/counts.ts';
import { storeCounts } from '../../stats/stored-counts.ts';
import type { BatchStepOutcome, BatchWork, BatchWorkInput } from '../batch-work.ts';

/** Runs of a step: with ten steps some tenths of a second. */
const STEP_RUNS = 5_000;
/** The time of a step, which with the other steps of a job is below the 25 s of a stop. */
const STEP_MAX_MS = 10_000;

/** The sum of the runs up to the position. */
interface PartialCount {
  counts: RunCounts;
  /** Runs of the next step. */
  stepRuns: number;
}

export const countRunsWork: BatchWork = { step: (input) => countNext(input), unmet: 'done', isKept: false };

/**
 * Counts the next runs. When that takes too long, because the steps of runs have answered very much, the next step counts
 * half as many.
 * @param stepMaxMs only tests give another one
 */
export async function countNext(
  { client, batch, now }: BatchWorkInput,
  stepMaxMs = STEP_MAX_MS,
): Promise<BatchStepOutcome> {
  const { automationId, position } = batch;
  const automation = await findCounted(client, automationId);
  if (!automation) return { last: undefined };
  const { counts, stepRuns } = partialOf(batch.partial);
  const runs = { automationId, epoch: automation.epoch, after: position, limit: stepRuns };
  const counted = await countWithin(client, runs, stepMaxMs);
  if (!counted) return { last: position, partial: { counts, stepRuns: Math.ceil(stepRuns / 2) } };
  const { last, ...part } = counted;
  const sum = addPart(counts, part, new Set(automation.graph.steps.map(({ id }) => id)));
  if (last === undefined) await storeCounts(client, automationId, { counts: sum, countedAt: now });
  return { last, partial: { counts: sum, stepRuns } };
}

function partialOf(partial: unknown): PartialCount {
  return (partial as PartialCount | null) ?? { counts: NO_RUNS, stepRuns: STEP_RUNS };
}

/** @returns undefined: it is being deleted */
async function findCounted(
  client: Transaction,
  automationId: string,
): Promise<Pick<Automation, 'epoch' | 'graph'> | undefined> {
  const { rows } = await client.query<Pick<Automation, 'epoch' | 'graph'>>({
    name: 'find-counted-automation',
    text: 'SELECT epoch, graph FROM automations WHERE id = $1 AND deleted_at IS NULL',
    values: [automationId],
  });
  return rows[0];
}

/** @returns undefined: it takes longer. The transaction continues */
async function countWithin(
  client: Transaction,
  runs: RunsToCount,
  stepMaxMs: number,
): Promise<CountedRuns | undefined> {
  await client.query('SAVEPOINT counting');
  try {
    await client.query(`SET LOCAL statement_timeout = ${stepMaxMs}`);
    const counted = await countRuns(client, runs);
    await client.query('SET LOCAL statement_timeout TO DEFAULT');
    await client.query('RELEASE SAVEPOINT counting');
    return counted;
  } catch (error) {
    if (sqlstateOf(error) !== SQLSTATES.queryCanceled || runs.limit === 1) throw error;
    await client.query('ROLLBACK TO SAVEPOINT counting');
    return undefined;
  }
}
