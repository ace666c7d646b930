// The job that imports contacts from files. An import is run for a minute at a time, so that those of other accounts
import { isDatabaseUnavailable } from '../../shared/platform/db/unavailable.ts';
import type { WakeUp } from '../../shared/platform/queues/definition.ts';
import { createUploadStore } from '../../shared/platform/storage/upload-store.ts';
import { MINUTE_MS, SECOND_MS } from '../../shared/platform/time/durations.ts';
import type { Claim } from '../../shared/platform/work/work-table.ts';
import { type ImportDeps, runImport } from '../../shared/resources/contact-imports/running/run.ts';
// get their turn; then the row is due again at once. A stop of the process ends it behind the chunk that is being
// written.
import { importWork } from '../../shared/resources/contact-imports/work.ts';
import type { JobDeps, OpenHandler } from '../runtime/job.ts';
import { untilWritten } from '../runtime/until-written.ts';
import { describeClaims, withClaims } from '../runtime/with-claims.ts';

/**
 * When an import that waits for another one of its account is tried again. The end of the other one makes it due
 * earlier, unless it is claimed at that moment.
 */
const BLOCKED_DELAY_MS = MINUTE_MS;

/** When an import is continued after the database could not be reached. */
const OUTAGE_DELAY_MS = SECOND_MS;

export const open: OpenHandler = (deps) => {
  const store = createUploadStore(deps);
  let isStopping = false;
  return {
    async handle({ ids }: WakeUp, jobDeps: JobDeps) {
      let claimed = 0;
      // Claimed one by one: while one of them runs, the sweeper wakes the others for other workers.
      for (const id of ids) {
        if (isStopping) break;
        claimed += await withClaims(importWork.table, [id], jobDeps, async ([claim]) => {
          if (claim) await runClaimed({ ...jobDeps, store }, claim, () => isStopping);
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

async function runClaimed(
  deps: JobDeps & ImportDeps,
  claim: Claim,
  isStopping: () => boolean,
): Promise<void> {
  const { database, clock, lease, log } = deps;
  const goesOn = () => !isStopping() && lease.mayStartWork();
  const delayMs = await runUnlessOutage(deps, claim, goesOn);
  // An import that has ended is not claimed any more; releasing it does nothing.
  const nextAttemptAt = delayMs === undefined ? null : new Date(clock.now().getTime() + delayMs);
  await untilWritten(() => importWork.table.release(database, [{ ...claim, nextAttemptAt }]), log);
}

/** @returns when the import goes on; undefined: it has ended */
async function runUnlessOutage(
  deps: JobDeps & ImportDeps,
  claim: Claim,
  goesOn: () => boolean,
): Promise<number | undefined> {
  try {
    const run = await runImport(deps, claim, goesOn);
    if (run === 'ended') return undefined;
    return run === 'blocked' ? BLOCKED_DELAY_MS : 0;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    deps.log.warn({ err: error, import: claim.id }, 'an import is interrupted: the database is unavailable');
    return OUTAGE_DELAY_MS;
  }
}
