// The tick: each second it marks the rows that have become due and wakes their queues. Schedules live in Postgres
// instead of delayed jobs (docs/architecture/guarantees.md#time). There is no leader: any number of processes may tick,
// and each row is moved by one of them.

import type { Database } from '../../shared/platform/db/connect.ts';
import type { Queues } from '../../shared/platform/queues/connect.ts';
import type { Clock } from '../../shared/platform/time/clock.ts';
import type { WorkKind } from '../../shared/platform/work/define-work.ts';

/** Interval between two ticks: the precision of all schedules. */
export const TICK_EVERY_MS = 1_000;
/** The next tick after one that has left rows asleep whose accounts take turns: workers may wait for them soon. */
const NEXT_TURN_AFTER_MS = 250;
/**
 * The fewest woken rows after which it ticks early: with fewer, workers do less in a quarter of a second, or the due
 * rows are held.
 */
const MANY_WOKEN = 100;
/** Rows per statement; a tick repeats the statement until nothing is due. */
const BATCH = 1_000;
/** Rows per kind of work and tick by default, so that a large backlog of one does not block the others. */
const DUE_PER_TICK = 20_000;

/** The dependencies of a tick. */
export interface TickDeps {
  database: Database;
  clock: Clock;
  queues: Queues;
  kinds: readonly WorkKind[];
}

/**
 * Wakes the rows that are due now.
 * @returns milliseconds until the next tick
 */
export async function tick({ database, clock, queues, kinds }: TickDeps): Promise<number> {
  let nextAfterMs = TICK_EVERY_MS;
  for (const { table, queue, queueInTurn = queue, duePerTick = DUE_PER_TICK } of kinds) {
    let woken = 0;
    for (let batch = 0; batch * BATCH < duePerTick; batch += 1) {
      const ids = await table.markDue(database, clock.now(), BATCH);
      queues.wake(queueInTurn, ids);
      woken += ids.length;
      if (ids.length < BATCH) break;
    }
    if (woken >= MANY_WOKEN && (await table.isAnyDue?.(database, clock.now())))
      nextAfterMs = NEXT_TURN_AFTER_MS;
  }
  return nextAfterMs;
}
