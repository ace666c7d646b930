// The job that counts the contacts of segments whose count is missing or old. It does a bounded number of steps; then
// the row waits for the next tick, so that an audience of millions blocks neither a job nor a shutdown.

import type { WakeUp } from '../../shared/platform/queues/definition.ts';
import type { Claim } from '../../shared/platform/work/work-table.ts';
import { type RecountStep, stepRecount } from '../../shared/resources/segments/recounts/step.ts';
import { recountWork } from '../../shared/resources/segments/recounts/work.ts';
import type { JobDeps } from '../runtime/job.ts';
import { describeClaims, withClaims } from '../runtime/with-claims.ts';

/** A job begins no step after this time. */
const WORK_MS = 5_000;

/** Claims the recounts that the job names and continues them. */
export async function handle({ ids }: WakeUp, deps: JobDeps): Promise<string> {
  const claimed = await withClaims(recountWork.table, ids, deps, async (claims) => {
    const endsAtMs = performance.now() + WORK_MS;
    for (const claim of claims) await runClaimed(claim, deps, endsAtMs);
  });
  return describeClaims(ids.length, claimed);
}

/** A job may name a hundred segments, so its time is one for all. */
async function runClaimed(claim: Claim, { database, clock }: JobDeps, endsAtMs: number): Promise<void> {
  let step: RecountStep = 'more';
  while (step === 'more' && performance.now() < endsAtMs)
    step = await stepRecount(database, claim, clock.now());
  if (step === 'done') return;
  await recountWork.table.release(database, [{ ...claim, nextAttemptAt: clock.now() }]);
}
