// Gauges of the rows of work, by table and state. Every process reports the same values: over several processes take
// the maximum (`max by (…)`), not the sum.

import type { Registry } from 'prom-client';
import type { Database } from '../db/connect.ts';
import type { Logger } from '../log/log.ts';
import { type CachedReading, createCachedReading } from '../metrics/cached-reading.ts';
import { registerSnapshotGauge } from '../metrics/snapshot-gauge.ts';
import type { Clock } from '../time/clock.ts';
import { readBounded } from './bounded-read.ts';
import { countWork, WORK_STATES, type WorkCounts } from './count.ts';
import type { WorkTable } from './work-table.ts';
import { nameOfWork } from './work-table-definition.ts';

/** Dependencies of the gauges. */
export interface WorkMetricsDeps {
  registry: Registry;
  database: Database;
  /** All tables of work. */
  tables: readonly WorkTable[];
  clock: Clock;
  log: Logger;
}

interface TableReport {
  table: string;
  counts: WorkCounts;
  oldestDueS: number;
}

/** Registers the gauges. @returns the cached reading that they show */
export function registerWorkMetrics({
  registry,
  database,
  tables,
  clock,
  log,
}: WorkMetricsDeps): CachedReading<unknown> {
  const reading = createCachedReading({
    name: 'work',
    log,
    read: () => readWork(database, tables, clock.now()),
  });
  registerSnapshotGauge({
    registry,
    name: 'mail_work_rows',
    help: 'Unfinished rows of work, by table and state (waiting, due, held, woken, claimed); 100000 means 100000 or more.',
    labelNames: ['table', 'state'],
    async series() {
      const reports = (await reading.latest()) ?? [];
      return reports.flatMap(({ table, counts }) =>
        WORK_STATES.map((state) => ({ labels: { table, state }, value: counts[state] })),
      );
    },
  });
  registerSnapshotGauge({
    registry,
    name: 'mail_work_oldest_due_age_seconds',
    help: 'How long the oldest row of work has been due that is neither held nor claimed, by table; 0 without such a row.',
    labelNames: ['table'],
    async series() {
      const reports = (await reading.latest()) ?? [];
      return reports.map(({ table, oldestDueS }) => ({ labels: { table }, value: oldestDueS }));
    },
  });
  return reading;
}

function readWork(database: Database, tables: readonly WorkTable[], now: Date): Promise<TableReport[]> {
  return readBounded(database, async (client) => {
    const reports: TableReport[] = [];
    for (const { definition } of tables) {
      const counts = await countWork(client, definition, now);
      const oldestDueS = counts.oldestDueAt
        ? Math.max(0, (now.getTime() - counts.oldestDueAt.getTime()) / 1000)
        : 0;
      reports.push({ table: nameOfWork(definition), counts, oldestDueS });
    }
    return reports;
  });
}
