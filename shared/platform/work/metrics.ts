// Gauges of the rows of work and of what stops sending. They say the same in every process: of several, take the
// largest value (`max by (…)`), not the sum.
import type { Registry } from 'prom-client';
import { WORK_KINDS } from '../../resources/work-kinds.ts';
import type { Database } from '../db/connect.ts';
import { transaction } from '../db/transaction.ts';
import type { Logger } from '../log/log.ts';
import { createRemembered, type Remembered } from '../metrics/cached-reading.ts';
import { registerFilledGauge } from '../metrics/snapshot-gauge.ts';
import type { Clock } from '../time/clock.ts';
import { countWork, WORK_STATES, type WorkCounts } from './count.ts';

/** Nobody waits for the figures any more. */
const STATEMENT_TIMEOUT_MS = 3_000;
/** The names in `sending_switches`. */
const SWITCHES = ['pause', 'configuration'] as const;

/** What the gauges read. */
export interface WorkMetricsDeps {
  registry: Registry;
  database: Database;
  clock: Clock;
  log: Logger;
}

interface WorkReport {
  tables: { table: string; counts: WorkCounts; oldestDueS: number }[];
  switches: ReadonlySet<string>;
}

/** Registers the gauges. @returns the reading behind them */
export function registerWorkMetrics({
  registry,
  database,
  clock,
  log,
}: WorkMetricsDeps): Remembered<unknown> {
  const reading = createRemembered({ name: 'work', log, read: () => readWork(database, clock.now()) });
  registerFilledGauge({
    registry,
    name: 'mail_work_rows',
    help: 'Rows of work with something left to do, by table and state (waiting, due, held, woken, claimed); 100000 means so many or more.',
    labelNames: ['table', 'state'],
    async series() {
      const { tables = [] } = (await reading.latest()) ?? {};
      return tables.flatMap(({ table, counts }) =>
        WORK_STATES.map((state) => ({ labels: { table, state }, value: counts[state] })),
      );
    },
  });
  registerFilledGauge({
    registry,
    name: 'mail_work_oldest_due_age_seconds',
    help: 'How long the oldest row of work has been due that nothing holds and no worker has claimed; 0 when none is.',
    labelNames: ['table'],
    async series() {
      const { tables = [] } = (await reading.latest()) ?? {};
      return tables.map(({ table, oldestDueS }) => ({ labels: { table }, value: oldestDueS }));
    },
  });
  registerFilledGauge({
    registry,
    name: 'mail_sending_stopped',
    help: '1 while all sending is stopped: by operators (pause) or because the provider refuses us (configuration).',
    labelNames: ['by'],
    async series() {
      const report = await reading.latest();
      if (!report) return [];
      return SWITCHES.map((by) => ({ labels: { by }, value: report.switches.has(by) ? 1 : 0 }));
    },
  });
  return reading;
}

function readWork(database: Database, now: Date): Promise<WorkReport> {
  return transaction(database, async (client) => {
    await client.query(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    const tables: WorkReport['tables'] = [];
    for (const { table } of WORK_KINDS) {
      const counts = await countWork(client, table.definition, now);
      const oldestDueS = counts.oldestDueAt
        ? Math.max(0, (now.getTime() - counts.oldestDueAt.getTime()) / 1000)
        : 0;
      tables.push({ table: table.definition.table, counts, oldestDueS });
    }
    const { rows } = await client.query<{ name: string }>('SELECT name FROM sending_switches');
    return { tables, switches: new Set(rows.map(({ name }) => name)) };
  });
}
