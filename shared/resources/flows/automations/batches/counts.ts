// The counts of a batch: at its end, done, skipped and failed add up to its total, and the reasons to the skipped ones.
import type { RunningBatch, SkippedReason, SkippedReasons } from './batch.ts';
import type { BatchStepOutcome } from './batch-work.ts';

/** Adds what a step has done. The total grows when more was met than was counted. */
export function addOutcome(
  batch: RunningBatch,
  { done = 0, skipped = {}, failed = 0, partial = batch.partial }: BatchStepOutcome,
): RunningBatch {
  const added = {
    ...batch,
    done: batch.done + done,
    skipped: batch.skipped + sumOf(skipped),
    failed: batch.failed + failed,
    reasons: addReasons(batch.reasons, skipped),
    partial,
  };
  return batch.total === null ? added : { ...added, total: Math.max(batch.total, examined(added)) };
}

/** Adds those that were counted and that no step has met, when the batch ends. */
export function addUnmet(batch: RunningBatch, unmet: SkippedReason | 'done' | 'failed'): RunningBatch {
  const total = batch.total ?? examined(batch);
  const left = total - examined(batch);
  if (left <= 0) return { ...batch, total };
  if (unmet === 'done') return { ...batch, total, done: batch.done + left };
  if (unmet === 'failed') return { ...batch, total, failed: batch.failed + left };
  const reasons = addReasons(batch.reasons, { [unmet]: left });
  return { ...batch, total, skipped: batch.skipped + left, reasons };
}

/** How many contacts or runs the steps have met. */
export const examined = ({ done, skipped, failed }: Pick<RunningBatch, 'done' | 'skipped' | 'failed'>) =>
  done + skipped + failed;

const sumOf = (reasons: SkippedReasons) => Object.values(reasons).reduce((sum, count) => sum + count, 0);

function addReasons(present: SkippedReasons, added: SkippedReasons): SkippedReasons {
  const sum: Partial<Record<SkippedReason, number>> = { ...present };
  for (const [reason, count] of Object.entries(added) as [SkippedReason, number][])
    sum[reason] = (sum[reason] ?? 0) + count;
  return sum;
}
