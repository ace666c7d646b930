// The sweeper: the recovery path (docs/architecture/guarantees.md#sweeper). Every 5 seconds it frees the rows of dead
// workers, and wakes due rows whose wake-up was lost: with the queue's server, with a killed worker, or because it was
// never sent. Woken rows of suspended accounts go back to sleep. A row counts as forgotten only if its wake-up is older than every job that still waits, so a backlog is
// never enqueued twice.

import type { Config } from '../../shared/platform/config/config.ts';
import type { Database } from '../../shared/platform/db/connect.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import type { Queues } from '../../shared/platform/queues/connect.ts';
import type { Clock } from '../../shared/platform/time/clock.ts';
import { queuesOf, type WorkKind } from '../../shared/platform/work/define-work.ts';
import { nameOfWork } from '../../shared/platform/work/work-table-definition.ts';
import type { Metrics } from '../../shared/resources/service-metrics.ts';
import type { Lease } from './lease.ts';

/**
 * Interval between two sweeps, and how old a wake-up must be to count as lost: a worker that has just taken a job may not
 * have claimed its rows yet, and clocks differ.
 */
const SWEEP_EVERY_MS = 5_000;
/** In tests with a shorter lease it is the time between two of its renewals, but no less than this, for it costs much. */
const SWEEP_EVERY_MIN_MS = 1_000;
/** Rows of each kind of work that a sweep wakes or frees. */
const SWEEP_LIMIT = 10_000;

/** What a sweep needs. */
export interface SweepDeps {
  config: Pick<Config, 'leaseRenewMs'>;
  database: Database;
  clock: Clock;
  queues: Queues;
  lease: Lease;
  metrics: Metrics;
  kinds: readonly WorkKind[];
  log: Logger;
}

/** Sweeps every kind of work once; one that fails does not block the others. */
export async function sweep(deps: SweepDeps): Promise<void> {
  for (const kind of deps.kinds) {
    try {
      if (deps.lease.mayReclaim()) await reclaim(deps, kind);
      await kind.table.letSuspendedSleep(deps.database, SWEEP_LIMIT);
      await wakeLost(deps, kind);
    } catch (error) {
      deps.log.warn(
        { err: error, table: nameOfWork(kind.table.definition) },
        'this kind of work could not be swept',
      );
    }
  }
}

/** Milliseconds between two sweeps of a process, and the least age of a lost wake-up. */
export function sweepEveryMsOf({ leaseRenewMs }: Pick<Config, 'leaseRenewMs'>): number {
  return Math.min(SWEEP_EVERY_MS, Math.max(SWEEP_EVERY_MIN_MS, leaseRenewMs));
}

async function reclaim(deps: SweepDeps, { table, mayRepeat }: WorkKind): Promise<void> {
  const { database, clock, lease, metrics, log } = deps;
  const lost = await table.findLost(database, lease.deadAfterMs, SWEEP_LIMIT);
  if (lost.length === 0) return;
  const ids = await table.reclaim(database, lost, clock.now());
  if (ids.length === 0) return;
  if (mayRepeat) metrics.possibleDuplicates.inc(ids.length);
  log.warn({ table: nameOfWork(table.definition), rows: ids.length }, 'rows of dead workers freed');
}

async function wakeLost(deps: SweepDeps, kind: WorkKind): Promise<void> {
  const { config, database, clock, queues, log } = deps;
  const { table, queue, queueInTurn = queue } = kind;
  const backlogs = await Promise.all(queuesOf(kind).map((each) => queues.backlog(each)));
  const oldestAt = backlogs.flatMap((backlog) => backlog.oldestAt?.getTime() ?? []);
  const { rows } = await database.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const databaseNow = rows[0]?.now ?? new Date(0);
  const horizon = Math.min(databaseNow.getTime(), ...oldestAt);
  const wokenBefore = new Date(horizon - sweepEveryMsOf(config));
  const ids = await table.markLostWakeUps(database, wokenBefore, SWEEP_LIMIT, clock.now());
  if (ids.length === 0) return;
  log.warn({ table: nameOfWork(table.definition), rows: ids.length }, 'rows with lost wake-ups woken');
  queues.wake(queueInTurn, ids);
}
