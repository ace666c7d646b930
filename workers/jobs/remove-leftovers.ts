// The job that removes what is left of deleted audiences (their contacts), segments (their memberships) and topics
// (their choices). It does a bounded number of steps; then the row waits for the next tick, so that the removal of
// millions of rows blocks neither a job nor a shutdown.

import { DomainError } from '../../shared/contract/domain-error.ts';
import { SQLSTATES, sqlstateOf } from '../../shared/platform/db/sqlstates.ts';
import type { WakeUp } from '../../shared/platform/queues/definition.ts';
import { SECOND_MS } from '../../shared/platform/time/durations.ts';
import type { Claim } from '../../shared/platform/work/work-table.ts';
import { type RemovalStep, stepRemoval } from '../../shared/resources/audiences/removals/step.ts';
import { removalWork } from '../../shared/resources/audiences/removals/work.ts';
import type { JobDeps } from '../runtime/job.ts';
import { describeClaims, withClaims } from '../runtime/with-claims.ts';

/** Steps per job: 10,000 contacts or memberships. */
const STEPS_MAX = 10;
/** Time until the next attempt when requests of the account are writing its contacts: they go first. */
const BUSY_DELAY_MS = 5 * SECOND_MS;

/** Claims the removals that the job names and continues them. */
export async function handle({ ids }: WakeUp, deps: JobDeps): Promise<string> {
  const claimed = await withClaims(removalWork.table, ids, deps, async (claims) => {
    for (const claim of claims) await runClaimed(claim, deps);
  });
  return describeClaims(ids.length, claimed);
}

async function runClaimed(claim: Claim, deps: JobDeps): Promise<void> {
  let step: RemovalStep = 'more';
  for (let count = 0; count < STEPS_MAX && step === 'more'; count += 1)
    step = await stepUnlessBusy(claim, deps);
  if (step === 'done') return;
  const delayMs = step === 'wait' ? BUSY_DELAY_MS : 0;
  const nextAttemptAt = new Date(deps.clock.now().getTime() + delayMs);
  await removalWork.table.release(deps.database, [{ ...claim, nextAttemptAt }]);
}

async function stepUnlessBusy(claim: Claim, deps: JobDeps): Promise<RemovalStep> {
  try {
    return await stepRemoval(deps, claim);
  } catch (error) {
    if (isBusy(error)) return 'wait';
    throw error;
  }
}

/** Requests hold the contacts; or another removal has locked the same memberships in another order. */
function isBusy(error: unknown): boolean {
  if (sqlstateOf(error) === SQLSTATES.deadlockDetected) return true;
  return error instanceof DomainError && ['contacts_busy', 'contacts_timeout'].includes(error.name);
}
