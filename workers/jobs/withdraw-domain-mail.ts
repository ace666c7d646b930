// The job that withdraws the scheduled mail of domains that were deleted or lost. It does a bounded number of steps; then
// the row waits for the next tick, so that an account with a million scheduled emails blocks neither a job nor a shutdown.

import type { WakeUp } from '../../shared/platform/queues/definition.ts';
import type { Claim } from '../../shared/platform/work/work-table.ts';
import { stepWithdrawal, type WithdrawalStep } from '../../shared/resources/domains/withdrawals/step.ts';
import { withdrawalWork } from '../../shared/resources/domains/withdrawals/work.ts';
import type { JobDeps } from '../runtime/job.ts';
import { describeClaims, withClaims } from '../runtime/with-claims.ts';

/** Steps per job: 1,000 emails. */
const STEPS_MAX = 10;

/** Claims the withdrawals that the job names and continues them. */
export async function handle({ ids }: WakeUp, deps: JobDeps): Promise<string> {
  const claimed = await withClaims(withdrawalWork.table, ids, deps, async (claims) => {
    for (const claim of claims) await runClaimed(claim, deps);
  });
  return describeClaims(ids.length, claimed);
}

async function runClaimed(claim: Claim, deps: JobDeps): Promise<void> {
  const { database, clock } = deps;
  let step: WithdrawalStep = 'more';
  for (let count = 0; count < STEPS_MAX && step === 'more'; count += 1)
    step = await stepWithdrawal(deps, claim, clock.now());
  if (step === 'done') return;
  await withdrawalWork.table.release(database, [
    { ...claim, nextAttemptAt: step === 'more' ? clock.now() : step },
  ]);
}
