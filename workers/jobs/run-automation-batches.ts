// The job of batches: what is done to many contacts or runs of an automation (docs/architecture/automation-batches.md). It
// does a bounded number of steps; then the rows are due again, so that batches take turns, and one of a million contacts
// blocks neither a job nor a shutdown. A bug is the outcome of its batch alone, which is tried again with back-off.

import type { WakeUp } from '../../shared/platform/queues/definition.ts';
import type { Claim } from '../../shared/platform/work/work-table.ts';
import { failTryOfBatch, stepAutomationBatch } from '../../shared/resources/automations/batches/step.ts';
import { automationBatchWork, putBatchesBack } from '../../shared/resources/automations/batches/work.ts';
import { retryTime, TRIES_MAX } from '../automation-steps/postponement.ts';
import type { JobDeps } from '../runtime/job.ts';
import { isPassingError } from '../runtime/passing-errors.ts';
import { describeClaims, withClaims } from '../runtime/with-claims.ts';

/** Steps of a batch per job: 10,000 contacts or runs. */
const STEPS_MAX = 10;
/** A job may name a hundred batches. It begins no step after this time. */
const WORK_MS = 5_000;

/** Claims the batches that the job names and continues them. */
export async function handle({ ids }: WakeUp, deps: JobDeps): Promise<string> {
  const claimed = await withClaims(automationBatchWork.table, ids, deps, async (claims) => {
    const { left, errors } = await stepInTurns(claims, deps);
    await goOnLater(left, deps);
    // One that a passing error has met is still claimed, and is freed now: that was no try.
    if (errors.length > 0) throw errors[0];
  });
  return describeClaims(ids.length, claimed);
}

/** @returns the batches that have not ended, without those that have failed */
async function stepInTurns(claims: readonly Claim[], deps: JobDeps) {
  const endsAtMs = performance.now() + WORK_MS;
  const mayGoOn = () => performance.now() < endsAtMs && deps.lease.mayStartWork();
  const errors: unknown[] = [];
  let left = [...claims];
  for (let steps = 0; steps < STEPS_MAX && left.length > 0 && mayGoOn(); steps += 1) {
    const next: Claim[] = [];
    for (const claim of left)
      try {
        if (!mayGoOn() || (await stepAutomationBatch(deps, claim, deps.clock.now())) === 'more')
          next.push(claim);
      } catch (error) {
        errors.push(error);
        await endTry(claim, error, deps).catch((failure) => errors.push(failure));
      }
    left = next;
  }
  return { left, errors };
}

async function endTry(claim: Claim, error: unknown, { database, clock }: JobDeps): Promise<void> {
  if (isPassingError(error)) return;
  const now = clock.now();
  const retryAt = (tries: number) => retryTime(tries, now);
  await failTryOfBatch({ database }, claim, { error, now, triesMax: TRIES_MAX, retryAt });
}

/** They are woken as the tick would do it within a second, behind those that were woken before. */
async function goOnLater(left: readonly Claim[], { database, clock, queues }: JobDeps): Promise<void> {
  if (left.length === 0) return;
  const now = clock.now();
  await putBatchesBack(database, left, now);
  queues.wake(automationBatchWork.queue, await automationBatchWork.table.markDue(database, now, left.length));
}
