// The only way in which a job claims rows: whatever happens in it, the rows do not stay claimed by a process that
// lives but has forgotten them. The token is made before the claim, because the claim may be committed although
// its answer was lost.
import { randomUUID } from 'node:crypto';
import type { Claim, WorkTable } from '../../shared/platform/work/work-table.ts';
import type { JobDeps } from './job.ts';
import { untilWritten } from './until-written.ts';

/** Rows whose work threw are not tried again before this: a bug must not spin. */
const RETRY_AFTER_MS = 30_000;

/**
 * Claims what is free among the ids and hands it to `work`, which must release every claim.
 * @throws what `work` throws, after letting go of the claims that it left
 */
export async function withClaims(
  table: WorkTable,
  ids: readonly string[],
  { database, clock, lease, log }: JobDeps,
  work: (claims: Claim[]) => Promise<void>,
): Promise<void> {
  const claimLease = { worker: lease.workerId, token: randomUUID() };
  let started = false;
  try {
    const claims = await table.claim(database, ids, claimLease);
    started = true;
    if (claims.length > 0) await work(claims);
  } catch (error) {
    const retryAt = new Date(clock.now().getTime() + (started ? RETRY_AFTER_MS : 0));
    await untilWritten(() => table.abandon(database, claimLease, retryAt), log);
    throw error;
  }
}
