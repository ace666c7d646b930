// The job that replays webhook messages (POST /webhooks/:id/replay). It does a bounded number of steps; then the row
// waits for the next tick, so that a replay of millions of messages blocks neither a job nor a shutdown.

import type { WakeUp } from '../../shared/platform/queues/definition.ts';
import type { Claim } from '../../shared/platform/work/work-table.ts';
import { stepReplay } from '../../shared/resources/webhooks/replays/step.ts';
import { replayWork } from '../../shared/resources/webhooks/replays/work.ts';
import type { JobDeps } from '../runtime/job.ts';
import { describeClaims, withClaims } from '../runtime/with-claims.ts';

/** Steps per job: 5,000 messages. */
const STEPS_MAX = 10;

/** Claims the replays that the job names and continues them. */
export async function handle({ ids }: WakeUp, deps: JobDeps): Promise<string> {
  const claimed = await withClaims(replayWork.table, ids, deps, async (claims) => {
    for (const claim of claims) await runClaimed(claim, deps);
  });
  return describeClaims(ids.length, claimed);
}

async function runClaimed(claim: Claim, deps: JobDeps): Promise<void> {
  const { database, clock } = deps;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    if ((await stepReplay(deps, claim, clock.now())) === 'done') return;
  }
  await replayWork.table.release(database, [{ ...claim, nextAttemptAt: clock.now() }]);
}
