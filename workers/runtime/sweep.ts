// The sweeper: the recovery path (docs/architecture/guarantees.md#sweeper). Every 5 seconds it frees the rows of dead
// workers, and wakes due rows whose wake-up was lost: with the queue's server, with a killed worker, or because it was
// never sent. Woken rows of suspended accounts return to sleep. A row counts as forgotten only if its wake-up is older
// than every job that still waits, so a backlog is never enqueued twice.

import type { Database } from '../../shared/platform/db/connect.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import type { Queues } from '../../shared/platform/queues/connect.ts';
import type { Clock } from '../../shared/platform/time/clock.ts';
import { queuesOf, type WorkKind } from '../../shared/platform/work/define-work.ts';
import { nameOfWork } from '../../shared/platform/work/work-table-definition.ts';
import type { Metrics } from '../../shared/resources/service-metrics.ts';
import type { Lease } from './lease.ts';

/** Interval between two sweeps, and how old a lost wake-up is at least: a third of what makes a worker dead, if that is less. */
const SWEEP_EVERY_MS = 5_000;
/** Rows of each kind of work that a sweep wakes or frees. */
export const SWEEP_LIMIT = 10_000;

/** The dependencies of freeing rows. */
export interface FreeDeps {
  database: Database;
  clock: Clock;
  lease: Lease;
  metrics: Metrics;
  kinds: readonly WorkKind[];
  log: Logger;
}

/** The dependencies of a sweep. */
export interface SweepDeps extends FreeDeps {
  queues: Queues;
}

/** The interval in milliseconds. It follows the leases, which only tests shorten (docs/architecture/work.md#leases). */
export function sweepEveryMs({ deadAfterMs }: Pick<Lease, 'deadAfterMs'>): number {
  return Math.min(SWEEP_EVERY_MS, deadAfterMs / 3);
}

/** Sweeps every kind of work once. */
export async function sweep(deps: SweepDeps): Promise<void> {
  await eachKind(deps, async (kind) => {
    if (deps.lease.mayReclaim()) await freeLost(deps, kind);
    await kind.table.letSuspendedSleep(deps.database, SWEEP_LIMIT);
    await wakeLost(deps, kind);
  });
}

/** Runs it for each kind; a kind that fails does not block the others. */
export async function eachKind(
  { kinds, log }: FreeDeps,
  work: (kind: WorkKind) => Promise<void>,
): Promise<void> {
  for (const kind of kinds) {
    try {
      await work(kind);
    } catch (error) {
      const table = nameOfWork(kind.table.definition);
      log.warn({ err: error, table }, 'this kind of work could not be swept');
    }
  }
}

async function freeLost(deps: FreeDeps, kind: WorkKind): Promise<void> {
  const { table } = kind;
  const lost = await table.findLost(deps.database, deps.lease.deadAfterMs, SWEEP_LIMIT);
  const freed = lost.length === 0 ? [] : await table.reclaim(deps.database, lost, deps.clock.now());
  noteFreed(deps, kind, freed.length, 'rows of dead workers freed');
}

/** Counts rows whose work may have been done, though not recorded, as possible duplicates. */
export function noteFreed(
  { metrics, log }: FreeDeps,
  { table, mayRepeat }: WorkKind,
  rows: number,
  did: string,
): void {
  if (rows === 0) return;
  if (mayRepeat) metrics.possibleDuplicates.inc(rows);
  log.warn({ table: nameOfWork(table.definition), rows }, did);
}

async function wakeLost({ database, clock, queues, lease, log }: SweepDeps, kind: WorkKind): Promise<void> {
  const { table, queue, queueInTurn = queue } = kind;
  const backlogs = await Promise.all(queuesOf(kind).map((each) => queues.backlog(each)));
  const oldestAt = backlogs.flatMap((backlog) => backlog.oldestAt?.getTime() ?? []);
  const { rows } = await database.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const databaseNow = rows[0]?.now ?? new Date(0);
  const horizon = Math.min(databaseNow.getTime(), ...oldestAt);
  // A worker that has just taken a job may not have claimed its rows yet, and clocks differ.
  const wokenBefore = new Date(horizon - sweepEveryMs(lease));
  const ids = await table.markLostWakeUps(database, wokenBefore, SWEEP_LIMIT, clock.now());
  if (ids.length === 0) return;
  log.warn({ table: nameOfWork(table.definition), rows: ids.length }, 'rows with lost wake-ups woken');
  queues.wake(queueInTurn, ids);
}
