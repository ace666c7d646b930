// The job that imports contacts from files. An import runs for a minute at a time, so that those of other accounts get
// their turn; then the row is due again at once. A stop of the process ends it after the chunk that is being written.
// Imports of several accounts run in a process at the same time, and take turns chunk by chunk.
import { isDatabaseUnavailable } from '../../shared/platform/failures/unavailable.ts';
import type { WakeUp } from '../../shared/platform/queues/definition.ts';
import { FairLimit } from '../../shared/platform/sharing/fair-limit.ts';
import { FairTurns } from '../../shared/platform/sharing/fair-turns.ts';
import { createUploadStore } from '../../shared/platform/storage/upload-store.ts';
import { MINUTE_MS, SECOND_MS } from '../../shared/platform/time/durations.ts';
import type { Claim } from '../../shared/platform/work/work-table.ts';
import {
  type ImportDeps,
  type RunControl,
  runImport,
} from '../../shared/resources/flows/contact-imports/running/run.ts';
import { importWork } from '../../shared/resources/flows/contact-imports/work.ts';
import type { JobDeps, OpenHandler } from '../runtime/job.ts';
import { untilWritten } from '../runtime/outcomes/until-written.ts';
import { describeClaims, withClaims } from '../runtime/with-claims.ts';

/**
 * When an import that waits for another one of its account is tried again. The end of the other one makes it due
 * earlier, unless it is claimed at that moment.
 */
const BLOCKED_DELAY_MS = MINUTE_MS;

/** When an import is continued after the database could not be reached. */
const OUTAGE_DELAY_MS = SECOND_MS;

/** How long files are parsed at a time, while chunks are written. With 20 ms an import takes half as long again. */
const TURN_MS = 2;

/** Chunks that a process writes at a time; each uses a connection for about 0.1 s. */
const CHUNKS_AT_A_TIME = 4;

export const open: OpenHandler = (deps) => {
  const shared = {
    store: createUploadStore(deps),
    turns: new FairTurns(TURN_MS),
    writing: new FairLimit({ total: CHUNKS_AT_A_TIME, perOwner: 1 }),
  };
  let isStopping = false;
  return {
    async handle({ ids }: WakeUp, jobDeps: JobDeps) {
      const left = [...ids];
      let claimed = 0;
      for (let id = left.shift(); id !== undefined && !isStopping; id = left.shift()) {
        const control = {
          goesOn: (accountId: string) =>
            !isStopping && jobDeps.lease.mayStartWork() && !jobDeps.suspensions.has(accountId),
          // No import waits for one that happens to be in the same job.
          onBegun: () => jobDeps.queues.wake(importWork.queue, left.splice(0)),
        };
        claimed += await withClaims(importWork.table, [id], jobDeps, async ([claim]) => {
          if (claim) await runClaimed({ ...jobDeps, ...shared }, claim, control);
        });
      }
      return describeClaims(ids.length, claimed);
    },
    drain() {
      isStopping = true;
      return Promise.resolve();
    },
  };
};

async function runClaimed(deps: JobDeps & ImportDeps, claim: Claim, control: RunControl): Promise<void> {
  const { database, clock, log } = deps;
  const delayMs = await runUnlessOutage(deps, claim, control);
  // An import that has ended is no longer claimed; releasing it does nothing.
  const nextAttemptAt = delayMs === undefined ? null : new Date(clock.now().getTime() + delayMs);
  await untilWritten(() => importWork.table.release(database, [{ ...claim, nextAttemptAt }]), log);
}

/** @returns when the import continues; undefined: it has ended */
async function runUnlessOutage(
  deps: JobDeps & ImportDeps,
  claim: Claim,
  control: RunControl,
): Promise<number | undefined> {
  try {
    const run = await runImport(deps, claim, control);
    if (run === 'ended') return undefined;
    return run === 'blocked' ? BLOCKED_DELAY_MS : 0;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    deps.log.warn({ err: error, import: claim.id }, 'an import is interrupted: the database is unavailable');
    return OUTAGE_DELAY_MS;
  }
}
