// The job that moves runs of automations: it claims the runs that it names, loads them with one statement, and moves
// each as far as it gets (docs/architecture/automations.md). Accounts are moved at the same time, so that a slow one
// delays no other.
import type { WakeUp } from '../../shared/platform/queues/definition.ts';
import { createByteBudget } from '../../shared/platform/sharing/byte-budget.ts';
import { createConcurrencyLimit } from '../../shared/platform/sharing/concurrency-limit.ts';
import { FairTurns } from '../../shared/platform/sharing/fair-turns.ts';
import type { Claim } from '../../shared/platform/work/work-table.ts';
import { cancelClaimedRuns } from '../../shared/resources/flows/automations/runs/cancel.ts';
import { type ClaimedRun, loadRuns } from '../../shared/resources/flows/automations/runs/transitions/load.ts';
import { createTransitionWriter } from '../../shared/resources/flows/automations/runs/transitions/transition-writer.ts';
import { createAcceptor } from '../../shared/resources/messaging/emails/accept/accept.ts';
import { createEmailRenderer } from '../../shared/resources/messaging/templates/rendering/render-for-send.ts';
import { type AdvanceDeps, advanceAccountBatch } from '../automation-steps/advance-account-batch.ts';
import { findGraphs } from '../automation-steps/find-graphs.ts';
import { MovingRun, type StartingRun } from '../automation-steps/moving-run.ts';
import type { JobDeps, OpenHandler, WorkerDeps } from '../runtime/job.ts';
import { describeClaims, withClaims } from '../runtime/with-claims.ts';

/** Runs that are claimed at a time, as many as a wake-up names. */
const CLAIMED_MAX = 100;
/** Contents that were rendered and are not stored yet. */
const RENDERED_MAX_BYTES = 64 * 1024 * 1024;
/**
 * The transactions that change contacts. Each uses a connection, and most connections of the process are for other
 * work.
 */
const CONTACT_WRITES_AT_A_TIME = 3;

/** Each lane has a handler of its own. */
export const open: OpenHandler = (deps, { table }) => {
  const shared = sharedOf(deps);
  return {
    async handle({ ids: woken }: WakeUp, jobDeps: JobDeps) {
      const own: RunDeps = { ...jobDeps, ...shared.deps };
      let claimed = 0;
      for (let from = 0; from < woken.length && !shared.isStopping(); from += CLAIMED_MAX)
        claimed += await withClaims(table, woken.slice(from, from + CLAIMED_MAX), jobDeps, (claims) =>
          advanceClaimed(own, claims),
        );
      return describeClaims(woken.length, claimed);
    },
    drain() {
      shared.stop();
      return Promise.resolve();
    },
  };
};

type RunDeps = AdvanceDeps & Pick<WorkerDeps, 'graphVersions'>;

/** The bounds of a process hold for all of its lanes together. */
const sharedByProcess = new WeakMap<WorkerDeps, ReturnType<typeof createShared>>();

function sharedOf(deps: WorkerDeps) {
  const shared = sharedByProcess.get(deps) ?? createShared(deps);
  sharedByProcess.set(deps, shared);
  return shared;
}

function createShared(deps: WorkerDeps) {
  const { database, ids, queues, config, passCrashPoint, lease, suspensions } = deps;
  const turns = new FairTurns();
  let isStopping = false;
  return {
    isStopping: () => isStopping,
    stop: () => {
      isStopping = true;
    },
    deps: {
      turns,
      acceptor: createAcceptor({
        database,
        ids,
        queues,
        passCrashPoint,
        simulatorDomains: config.simulatorDomains,
        developmentDomain: config.developmentDomain,
      }),
      emailRenderer: createEmailRenderer(database, turns),
      renderBudget: createByteBudget(RENDERED_MAX_BYTES),
      contactWrites: createConcurrencyLimit(CONTACT_WRITES_AT_A_TIME),
      moves: createTransitionWriter({ database, passCrashPoint }),
      mayGoOn: (accountId: string) => !isStopping && lease.mayStartWork() && !suspensions.has(accountId),
    },
  };
}

async function advanceClaimed(deps: RunDeps, claims: readonly Claim[]): Promise<void> {
  deps.passCrashPoint('automation-claimed');
  for await (const runs of loadRuns(deps.database, claims)) {
    await cancelEnded(deps, runs);
    await advanceAll(deps, runs.filter(isStarting));
  }
}

function isStarting(run: ClaimedRun): run is StartingRun {
  return !run.isStopped && run.contact !== undefined;
}

async function cancelEnded({ database, clock }: RunDeps, runs: readonly ClaimedRun[]): Promise<void> {
  const ended = runs.filter((run) => !isStarting(run));
  const claims = ended.map(({ id, token, isStopped }) => ({
    id,
    token,
    reason: isStopped ? ('stopped' as const) : ('contact_deleted' as const),
  }));
  await cancelClaimedRuns(database, claims, clock.now());
}

async function advanceAll(deps: RunDeps, runs: readonly StartingRun[]): Promise<void> {
  const findGraph = await findGraphs(deps, runs);
  const batches = new Map<string, MovingRun[]>();
  for (const run of runs) {
    const batch = batches.get(run.accountId) ?? [];
    batches.set(run.accountId, batch);
    batch.push(new MovingRun(run, findGraph(run)));
  }
  const moved = await Promise.allSettled(
    [...batches].map(([accountId, batch]) => advanceAccountBatch(deps, accountId, batch)),
  );
  // Throws only after all have ended, because the remaining claims are freed then.
  for (const outcome of moved) if (outcome.status === 'rejected') throw outcome.reason;
}
