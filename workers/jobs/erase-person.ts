// The job that erases a person from an account (DELETE /contacts/:id?erase=true). It does a bounded number of steps;
// then the row waits for the next tick, so that an account with millions of emails blocks neither a job nor a shutdown.

import type { WakeUp } from '../../shared/platform/queues/definition.ts';
import type { Claim } from '../../shared/platform/work/work-table.ts';
import { type ErasureStep, stepErasure } from '../../shared/resources/contacts/erasures/step.ts';
import { erasureWork } from '../../shared/resources/contacts/erasures/work.ts';
import type { JobDeps } from '../runtime/job.ts';
import { describeClaims, withClaims } from '../runtime/with-claims.ts';

/** Steps per job, each of some tens of milliseconds; it also ends after a step at which the time is over. */
const STEPS_MAX = 40;
const WORK_MS = 5_000;

/** Claims the erasures that the job names and continues them. */
export async function handle({ ids }: WakeUp, deps: JobDeps): Promise<string> {
  const claimed = await withClaims(erasureWork.table, ids, deps, async (claims) => {
    for (const claim of claims) await runClaimed(claim, deps);
  });
  return describeClaims(ids.length, claimed);
}

async function runClaimed(claim: Claim, deps: JobDeps): Promise<void> {
  const { database, clock } = deps;
  const endsAtMs = performance.now() + WORK_MS;
  const hasTime = (count: number) => count < STEPS_MAX && performance.now() < endsAtMs;
  let step: ErasureStep = 'more';
  for (let count = 0; hasTime(count) && step === 'more'; count += 1) {
    step = await stepErasure(deps, claim, clock.now());
  }
  if (step === 'done') return;
  const nextAttemptAt = step === 'more' ? clock.now() : step.waitUntil;
  await erasureWork.table.release(database, [{ ...claim, nextAttemptAt }]);
}
