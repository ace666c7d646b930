// The job that cancels or removes the runs of automations that were stopped or deleted. It does a bounded number of
// steps; then the row waits for the next tick, so that an automation with a million runs blocks neither a job nor a
// shutdown.
import type { WakeUp } from '../../shared/platform/queues/definition.ts';
import type { Claim } from '../../shared/platform/work/work-table.ts';
import {
  type AutomationBatchStep,
  stepAutomationBatch,
} from '../../shared/resources/automations/batches/step.ts';
import { automationBatchesTable } from '../../shared/resources/automations/batches/table.ts';
import type { JobDeps } from '../runtime/job.ts';
import { describeClaims, withClaims } from '../runtime/with-claims.ts';

/** Steps per job: 10,000 runs. */
const STEPS_MAX = 10;

/** Claims the batches that the job names and continues them. */
export async function handle({ ids }: WakeUp, deps: JobDeps): Promise<string> {
  const claimed = await withClaims(automationBatchesTable, ids, deps, async (claims) => {
    for (const claim of claims) await runClaimed(claim, deps);
  });
  return describeClaims(ids.length, claimed);
}

async function runClaimed(claim: Claim, { database, clock }: JobDeps): Promise<void> {
  let step: AutomationBatchStep = 'more';
  for (let count = 0; count < STEPS_MAX && step === 'more'; count += 1)
    step = await stepAutomationBatch(database, claim, clock.now());
  if (step === 'done') return;
  await automationBatchesTable.release(database, [{ ...claim, nextAttemptAt: clock.now() }]);
}
