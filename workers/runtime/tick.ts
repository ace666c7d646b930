// Time lives in Postgres (design rule 8): each second, what has become due is marked and its queue is woken. There
// is no leader and no delayed job; any number of processes may tick, each row is moved by one of them.

import type { Database } from '../../shared/platform/db/connect.ts';
import type { Queues } from '../../shared/platform/queues/connect.ts';
import type { Clock } from '../../shared/platform/time/clock.ts';
import type { WorkSource } from './work-source.ts';

/** Between two ticks: the precision of every schedule. */
export const TICK_EVERY_MS = 1_000;
/** Rows moved by one statement; a tick repeats it until nothing is due. */
const BATCH = 1_000;
/** Statements per source and tick, so that one flood does not keep the other sources waiting. */
const BATCHES_MAX = 20;

/** What a tick needs. */
export interface TickDeps {
  database: Database;
  clock: Clock;
  queues: Queues;
  sources: readonly WorkSource[];
}

/** Wakes what is due now. */
export async function tick({ database, clock, queues, sources }: TickDeps): Promise<void> {
  for (const { table, queue } of sources) {
    for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
      const ids = await table.markDue(database, clock.now(), BATCH);
      queues.wake(queue, ids);
      if (ids.length < BATCH) break;
    }
  }
}
