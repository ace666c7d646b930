// Replays messages of a webhook that its account asked for (POST /webhooks/:id/replay): a bounded number of steps, then
// the row waits for the next tick, so that a replay of millions holds no job and no shutdown.

import type { WakeUp } from '../../shared/platform/queues/definition.ts';
import type { Claim } from '../../shared/platform/work/work-table.ts';
import { stepReplay } from '../../shared/resources/webhooks/replays/step.ts';
import { replaysTable } from '../../shared/resources/webhooks/replays/table.ts';
import type { JobDeps } from '../runtime/job.ts';
import { withClaims } from '../runtime/with-claims.ts';

/** Steps of one job: 5,000 messages. */
const STEPS_MAX = 10;

/** Goes on with the replays that the job names and nobody else has. */
export async function handle({ ids }: WakeUp, deps: JobDeps): Promise<void> {
  await withClaims(replaysTable, ids, deps, async (claims) => {
    for (const claim of claims) await runClaimed(claim, deps);
  });
}

async function runClaimed(claim: Claim, deps: JobDeps): Promise<void> {
  const { database, clock } = deps;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    if ((await stepReplay(deps, claim, clock.now())) === 'done') return;
  }
  await replaysTable.release(database, [{ ...claim, nextAttemptAt: clock.now() }]);
}
