// The job that judges the hits of pixels and links. What people did is recorded first, and then given to the automations in
// a second transaction; if the worker dies between the two, the hit says that it is judged, and only the second is done.

import type { Claim } from '../../shared/platform/work/work-table.ts';
import {
  type ClaimedHit,
  endEvidence,
  findClaimedHits,
} from '../../shared/resources/messaging/tracking/classification/claimed-hits.ts';
import { classifyClaimedHits } from '../../shared/resources/messaging/tracking/classification/record.ts';
import { startRunsOfHits } from '../../shared/resources/messaging/tracking/classification/start-runs.ts';
import { hitWork } from '../../shared/resources/messaging/tracking/hits/work.ts';
import type { JobDeps, OpenHandler } from '../runtime/job.ts';
import { isPassingError } from '../runtime/passing-errors.ts';
import { describeClaims, withClaims } from '../runtime/with-claims.ts';

export const open: OpenHandler = () => ({
  async handle({ ids }, deps) {
    const claimed = await withClaims(hitWork.table, ids, deps, (claims) => handleClaims(deps, claims));
    return describeClaims(ids.length, claimed);
  },
});

async function handleClaims(deps: JobDeps, claims: readonly Claim[]): Promise<void> {
  const { database, clock, config, passCrashPoint } = deps;
  const judging = { ...deps, keepsClients: config.trackingClients === 'keep' };
  const hits = await findClaimedHits(database, claims);
  const judged = await classifyClaimedHits(
    judging,
    hits.filter(({ verdict }) => verdict === null),
    clock.now(),
  );
  // After that, because late judgments need them.
  await endEvidence(
    database,
    hits.filter(({ verdict }) => verdict === 'scanner'),
    clock.now(),
  );
  passCrashPoint('hits-recorded');
  const ofPeople = [...hits.filter(({ verdict }) => verdict === 'person'), ...judged];
  await eachSurely(ofPeople, (some) => startRunsOfHits(judging, some, clock.now()));
}

/** A bug that one hit meets must not keep the others from the automations. */
async function eachSurely(
  hits: readonly ClaimedHit[],
  work: (hits: readonly ClaimedHit[]) => Promise<void>,
): Promise<void> {
  try {
    await work(hits);
  } catch (error) {
    if (isPassingError(error) || hits.length <= 1) throw error;
    const results = await Promise.allSettled(hits.map((hit) => eachSurely([hit], work)));
    const failure = results.find((result) => result.status === 'rejected');
    if (failure) throw failure.reason;
  }
}
