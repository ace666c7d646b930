// Starts the workers of some groups, and stops them in the order that loses nothing (graceful shutdown,
// docs/architecture/guarantees.md#shutdown).
import type { ServerWatch } from '../shared/platform/db/sessions/server-watch.ts';
import type { WorkKind } from '../shared/platform/work/define-work.ts';
import { startAlerts } from './alerts/alerts.ts';
import { freeOwnClaims } from './runtime/claims/own-claims.ts';
import type { RegistryEntry, WorkerDeps } from './runtime/job.ts';
import { WATCH_EVERY_MS, watchLoops, watchProgress } from './runtime/liveness.ts';
import { type Repeat, repeat } from './runtime/repeat.ts';
import { runWorkers } from './runtime/run-worker.ts';
import { sweep, sweepEveryMs } from './runtime/sweep.ts';
import { TICK_EVERY_MS, tick } from './runtime/tick.ts';

const NOT_WRITTEN_AGAIN = 'outcomes of mail that another server may lack could not be written again';

/** The parts to start. */
export interface StartWorkersOptions {
  deps: WorkerDeps;
  /** All kinds of work: tick and sweeper serve all of them. */
  kinds: readonly WorkKind[];
  /** The work that this process does. */
  entries: readonly RegistryEntry[];
  /** True in a process of the group `schedule`, which runs tick and sweeper. */
  schedules: boolean;
  /** Reports that another server answers, which may lack the last writes; absent in tests. */
  watch?: Pick<ServerWatch, 'onMove'>;
  /** Called when a worker, the tick or the sweeper makes no progress. */
  onStuck(): void;
}

/** Running workers. */
export interface Workers {
  /** Takes no new work, finishes what runs and ends the lease. The deps stay open. */
  stop(): Promise<void>;
}

/** Starts the workers, and tick and sweeper if this process schedules. */
export function startWorkers(options: StartWorkersOptions): Workers {
  const { deps, kinds, entries, schedules, watch, onStuck } = options;
  const { log, writtenOutcomes } = deps;
  watch?.onMove(() => {
    writtenOutcomes.writeAgain().catch((error: unknown) => log.warn({ err: error }, NOT_WRITTEN_AGAIN));
  });
  const everyMs = sweepEveryMs(deps.lease);
  const workers = entries.flatMap((entry) => runWorkers(entry, deps));
  const loops: Repeat[] = [];
  if (schedules) {
    const work = { ...deps, kinds };
    loops.push(repeat({ name: 'tick', everyMs: TICK_EVERY_MS, log, run: () => tick(work) }));
    loops.push(repeat({ name: 'sweep', everyMs, log, run: () => sweep(work) }));
  }
  // Not the next one, which waits while the database is unavailable.
  const watched = [...loops];
  const own = { ...deps, kinds: entries };
  loops.push(repeat({ name: 'own claims', everyMs, log, run: () => freeOwnClaims(own) }));
  const look = async () => {
    watchLoops({ loops: watched, log, onStuck });
    await watchProgress({ workers, queues: deps.queues, log, onStuck });
  };
  loops.push(repeat({ name: 'liveness', everyMs: WATCH_EVERY_MS, log, run: look }));
  const alerts = startAlerts(deps, schedules);
  return {
    async stop() {
      // At the same time: a run of a loop may take seconds, in which the workers would take more jobs.
      await Promise.all([...workers, ...loops, alerts, writtenOutcomes].map((part) => part.stop()));
      await deps.judging.stop();
      await deps.suspensions.stop();
      await deps.lease.end();
    },
  };
}
