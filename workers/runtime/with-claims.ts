// Claims rows for a job, and releases them whatever happens: otherwise they could stay claimed by a process that lives
// but does not know about them. The fencing token is made, and held, before the claim, because the claim may be committed
// although its answer is lost. All jobs that claim rows themselves use this function.
import { randomUUID } from 'node:crypto';
import type { Claim, WorkTable } from '../../shared/platform/work/work-table.ts';
import type { JobDeps } from './job.ts';
import { untilWritten } from './outcomes/until-written.ts';
import { isDatabaseAway } from './passing-errors.ts';

/**
 * Earliest retry of rows whose work threw, so that a bug does not cause a busy loop. An unavailable database is none:
 * its answer to the release of the rows is what the retry waits for.
 */
const RETRY_AFTER_MS = 30_000;

/**
 * Claims the free rows among the ids and passes them to `work`, which must release every claim. Work that continues
 * after `work` must already hold the token (active-claims.ts).
 * @returns how many rows were claimed
 * @throws the error of `work`, after the remaining claims are released
 */
export async function withClaims(
  table: WorkTable,
  ids: readonly string[],
  { database, clock, lease, log }: JobDeps,
  work: (claims: Claim[]) => Promise<void>,
): Promise<number> {
  const claimLease = { worker: lease.workerId, token: randomUUID() };
  return await lease.claims.hold(claimLease.token, async () => {
    let started = false;
    try {
      const claims = await table.claim(database, ids, claimLease);
      started = true;
      if (claims.length > 0) await work(claims);
      return claims.length;
    } catch (error) {
      const isBug = started && !isDatabaseAway(error);
      const retryAt = new Date(clock.now().getTime() + (isBug ? RETRY_AFTER_MS : 0));
      await untilWritten(() => table.abandon(database, claimLease, retryAt), log);
      throw error;
    }
  });
}

/** Describes what a job did with its rows, for operators: `100 woken, 98 claimed, 2 held elsewhere`. */
export function describeClaims(woken: number, claimed: number): string {
  const others = woken - claimed;
  // Another worker has claimed or finished them, or they are no longer due.
  return `${woken} woken, ${claimed} claimed${others > 0 ? `, ${others} held elsewhere` : ''}`;
}
