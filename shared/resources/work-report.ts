// The rows of work that are behind each queue, as the board of the queues shows them live.

import { RENEW_EVERY_MS } from '../platform/config/config.ts';
import type { Database } from '../platform/db/connect.ts';
import { readBounded } from '../platform/work/bounded-read.ts';
import { countWork } from '../platform/work/count.ts';
import { countStuckWork } from '../platform/work/count-stuck.ts';
import { leaseTimesOf } from '../platform/work/processes/lease-times.ts';
import { nameOfWork } from '../platform/work/work-table-definition.ts';
import { WORK_KINDS } from './work-kinds.ts';

/** The unfinished rows of one kind of work. */
export interface WorkReport {
  queue: string;
  table: string;
  /** Waiting for their time. */
  waiting: number;
  /** Due, whether or not the wake-up is sent. */
  due: number;
  /** Due, but held by something else, such as a disabled endpoint. */
  held: number;
  claimed: number;
  /** Those of the due and claimed rows that are late (work/count-stuck.ts). */
  stuck: number;
}

/** Reads all kinds of work. @param now of the injected clock */
export function readWorkReport(database: Database, now: Date): Promise<WorkReport[]> {
  const { deadAfterMs } = leaseTimesOf(RENEW_EVERY_MS);
  return readBounded(database, async (client) => {
    const reports: WorkReport[] = [];
    for (const { queue, table } of WORK_KINDS) {
      const { waiting, due, woken, held, claimed } = await countWork(client, table.definition, now);
      const stuck = await countStuckWork(client, table.definition, { now, deadAfterMs });
      const counts = { waiting, due: due + woken, held, claimed, stuck };
      reports.push({ queue: queue.name, table: nameOfWork(table.definition), ...counts });
    }
    return reports;
  });
}
