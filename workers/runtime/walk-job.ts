// The handler of every walk (shared/platform/work/walk.ts). Accounts take turns step by step, and the walks of an account
// among themselves. A job begins no step after 5 s, however many walks it has claimed, at a stop, or without a valid lease;
// then the walks are due again at once, after those that were woken before. Walks of a suspended account are left alone. A bug is the outcome of its walk alone.
import { SECOND_MS } from '../../shared/platform/time/durations.ts';
import type { WorkKind } from '../../shared/platform/work/define-work.ts';
import type { Walk, WalkEnd } from '../../shared/platform/work/walk.ts';
import type { Claim } from '../../shared/platform/work/work-table.ts';
import { waitsWhileSuspended } from '../../shared/platform/work/work-table-definition.ts';
import type { JobDeps, OpenHandler, WorkerDeps } from './job.ts';
import { isConflict, isDatabaseAway } from './passing-errors.ts';
import { describeClaims, withClaims } from './with-claims.ts';

/** Its last step may take longer; both fit into the 25 s of a stop. */
const WORK_MS = 5_000;
/** The shortest wait of a walk for others that hold what it needs: they are first. */
const BUSY_DELAY_MS = 5 * SECOND_MS;

/** Its due time stays, which a step has moved. */
const AT_ITS_TIME = new Date(0);

/** Makes the handler of a kind of walk. */
export function openWalk(walk: Walk<WorkerDeps>): OpenHandler {
  return (_, kind) => {
    let isStopping = false;
    return {
      async handle({ ids }, deps) {
        const endsAtMs = performance.now() + WORK_MS;
        const mayGoOn = () => !isStopping && performance.now() < endsAtMs && deps.lease.mayStartWork();
        const claimed = await withClaims(kind.table, ids, deps, async (claims) => {
          const mayWalk = (accountId: string) =>
            !(waitsWhileSuspended(kind.table.definition) && deps.suspensions.has(accountId));
          const errors = await walkInTurns(walk, claims, deps, { mayGoOn, mayWalk });
          await goOnLater(kind, claims, deps);
          if (errors.length > 0) throw errors[0];
        });
        return describeClaims(ids.length, claimed);
      },
      drain() {
        isStopping = true;
        return Promise.resolve();
      },
    };
  };
}

/** They are woken as the tick would do it within a second. */
async function goOnLater(
  { queue, table }: WorkKind,
  [first]: readonly Claim[],
  { database, clock, lease, queues }: JobDeps,
): Promise<void> {
  if (!first) return;
  const claimLease = { worker: lease.workerId, token: first.token };
  const left = await table.abandon(database, claimLease, AT_ITS_TIME);
  if (left.length > 0) queues.wake(queue, await table.markDue(database, clock.now(), left.length));
}

/** @returns the bugs that steps have met */
async function walkInTurns(
  walk: Walk<WorkerDeps>,
  claims: readonly Claim[],
  deps: JobDeps,
  { mayGoOn, mayWalk }: { mayGoOn(): boolean; mayWalk(accountId: string): boolean },
): Promise<unknown[]> {
  const errors: unknown[] = [];
  const accounts = await walk.byAccount(deps.database, claims);
  while (accounts.size > 0)
    for (const [account, waiting] of accounts) {
      if (!mayGoOn()) return errors;
      const claim = waiting.shift();
      if (claim && mayWalk(account) && (await stepSurely(walk, claim, deps, errors)) === 'more')
        waiting.push(claim);
      if (waiting.length === 0) accounts.delete(account);
    }
  return errors;
}

/** @throws an error that says nothing about the walk: the database is unavailable */
async function stepSurely(
  walk: Walk<WorkerDeps>,
  claim: Claim,
  deps: JobDeps,
  errors: unknown[],
): Promise<WalkEnd> {
  const { database, clock } = deps;
  try {
    return await walk.step(deps, claim, clock.now());
  } catch (error) {
    const delayMs = waitAfter(error);
    if (delayMs !== undefined) {
      await walk.wait(database, claim, new Date(clock.now().getTime() + delayMs));
      return 'waits';
    }
    if (isDatabaseAway(error)) throw error;
    errors.push(error);
    await walk.fail(database, claim, error, clock.now());
    return 'done';
  }
}

/** How long to wait after a conflict with another transaction, or a refusal that says when to try again. */
function waitAfter(error: unknown): number | undefined {
  const { retryAfterSeconds } = error as { retryAfterSeconds?: number };
  if (retryAfterSeconds !== undefined) return Math.max(BUSY_DELAY_MS, retryAfterSeconds * SECOND_MS);
  return isConflict(error) ? BUSY_DELAY_MS : undefined;
}
