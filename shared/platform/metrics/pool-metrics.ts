// Gauges of the connection pools of a process. When callers wait for a connection, the pool is too small for the
// process, or its statements are too slow.
import type { Registry } from 'prom-client';
import type { Database } from '../db/connect.ts';
import { registerSnapshotGauge } from './snapshot-gauge.ts';

/** The part of a pool that the gauges read. */
export type PoolCounts = Pick<Database, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>;

/** Registers the gauges. @param pools the pools of the process by name, which is the value of the label `pool` */
export function registerPoolMetrics(registry: Registry, pools: Readonly<Record<string, PoolCounts>>): void {
  const named = Object.entries(pools);
  registerSnapshotGauge({
    registry,
    name: 'mail_database_pool_connections',
    help: 'Open connections to Postgres, by pool and state (busy, idle).',
    labelNames: ['pool', 'state'],
    series: () =>
      named.flatMap(([pool, { totalCount, idleCount }]) => [
        { labels: { pool, state: 'busy' }, value: totalCount - idleCount },
        { labels: { pool, state: 'idle' }, value: idleCount },
      ]),
  });
  registerSnapshotGauge({
    registry,
    name: 'mail_database_pool_max_connections',
    help: 'Connections that a pool may open.',
    labelNames: ['pool'],
    series: () => named.map(([pool, { options }]) => ({ labels: { pool }, value: options.max })),
  });
  registerSnapshotGauge({
    registry,
    name: 'mail_database_pool_waiting_callers',
    help: 'Callers that wait for a connection of a pool.',
    labelNames: ['pool'],
    series: () => named.map(([pool, { waitingCount }]) => ({ labels: { pool }, value: waitingCount })),
  });
}
