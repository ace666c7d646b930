// The processes of a flow that are killed without warning, each at random instants of its lives.
import { setTimeout as pauseOf } from 'node:timers/promises';
import type { Queryable } from '../../../shared/platform/db/connect.ts';
import { extent, IS_LONG } from '../../support/extent.ts';
import { eventually } from '../../support/time/eventually.ts';
import { crashDraws, type Draw } from './crash-draws.ts';
import type { Supervised } from './supervised.ts';

/** The longest time for which a process runs before it is killed. */
const LIFE_MAX_MS = extent('LIFE_MAX_MS', 500, 2_000);
/** On a busy machine. */
const READY_WITHIN_MS = 60_000;
/** It may come only when all work is done, of which the long form has much. */
const PLANNED_WITHIN_MS = IS_LONG ? 900_000 : READY_WITHIN_MS;

/**
 * Kills each process so often, after its first planned death. A process is killed only once it has started, so that it
 * does some work in each life. In `npm test` that planned death is one of them.
 */
export async function killEach(processes: readonly Supervised[], times: number): Promise<void> {
  await Promise.all(
    processes.map((process, place) =>
      killOne(process, times, crashDraws(`process ${place} of ${processes.length}`)),
    ),
  );
}

async function killOne(process: Supervised, times: number, draw: Draw): Promise<void> {
  const planned = Math.min(process.plannedDeaths, 1);
  const hasDiedAsPlanned = () => process.deaths() >= planned;
  await eventually('the first planned death has come', hasDiedAsPlanned, PLANNED_WITHIN_MS);
  for (let time = IS_LONG ? 0 : planned; time < times; time += 1) {
    await eventually('the process has started again', () => process.isReady, READY_WITHIN_MS);
    await pauseOf(draw(LIFE_MAX_MS));
    const deaths = process.deaths();
    process.kill();
    await eventually('the process is dead', () => process.deaths() > deaths, READY_WITHIN_MS);
  }
}

/** How long a worker must have been silent to count as dead (shared/platform/work/processes/lease-times.ts). */
export const DEAD_AFTER_MS = 60_000;
/** Ages the leases of all lives but the present one. */
const AGE_LEASES = `
  UPDATE worker_processes SET heartbeat_at = heartbeat_at - $3 * interval '1 millisecond'
  WHERE groups = ARRAY[$1] AND pid <> $2`;

/** Lets the earlier lives of the only worker of a group count as dead, without the minute that this takes. */
export async function ageLeases(database: Queryable, group: string, { pid }: Supervised): Promise<void> {
  await database.query(AGE_LEASES, [group, pid, DEAD_AFTER_MS]);
}
