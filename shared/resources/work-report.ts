// The rows of work of each queue, as the board of the queues and the dashboard show them live.

import { RENEW_EVERY_MS } from '../platform/config/config.ts';
import type { Database, Queryable } from '../platform/db/connect.ts';
import { readBounded } from '../platform/work/bounded-read.ts';
import { countWork } from '../platform/work/count.ts';
import { countStuckWork } from '../platform/work/count-stuck.ts';
import { queuesOf, type WorkKind } from '../platform/work/define-work.ts';
import { explainKind } from '../platform/work/explain.ts';
import { findAliveGroups } from '../platform/work/processes/alive-groups.ts';
import { leaseTimesOf } from '../platform/work/processes/lease-times.ts';
import { findHeldReason } from '../platform/work/stuck.ts';
import { nameOfWork } from '../platform/work/work-table-definition.ts';
import { WORK_KINDS } from './work-kinds.ts';

/** The unfinished rows of one kind of work. */
export interface WorkReport {
  queue: string;
  /** The names of all its queues. */
  queues: string[];
  table: string;
  /** Waiting for their time. */
  waiting: number;
  /** Due, whether or not the wake-up is sent. */
  due: number;
  /** Due, but held by something else, such as a disabled endpoint or a pause of all sending. */
  held: number;
  claimed: number;
  /** Those of the due and claimed rows that are late (work/count-stuck.ts). */
  stuck: number;
  /** Since when the oldest row is due that is neither held nor claimed; null: there is none. */
  oldest_due_at: Date | null;
  /** Why rows are held or stuck: a sentence; null when none are. */
  why: string | null;
}

/** Reads all kinds of work. @param now of the injected clock */
export function readWorkReport(database: Database, now: Date): Promise<WorkReport[]> {
  const { deadAfterMs } = leaseTimesOf(RENEW_EVERY_MS);
  return readBounded(database, async (client) => {
    const reports: WorkReport[] = [];
    const aliveGroups = await findAliveGroups(client, deadAfterMs);
    for (const kind of WORK_KINDS) {
      const { definition } = kind.table;
      const { waiting, due, woken, held, claimed, oldestDueAt } = await countWork(client, definition, now);
      const stuck = await countStuckWork(client, definition, { now, deadAfterMs });
      const oldest_due_at = oldestDueAt ?? null;
      const ready = due + woken;
      // Costs nothing while there are no rows that it could stop.
      const blockedReason = ready + held > 0 ? await kind.findBlockedReason?.(client) : undefined;
      const stopped = blockedReason === undefined ? { due: ready, held } : { due: 0, held: held + ready };
      const counts = { waiting, ...stopped, claimed, stuck, oldest_due_at };
      const why = await findReason(client, kind, {
        held: stopped.held,
        stuck,
        blockedReason,
        aliveGroups,
        now,
      });
      const queues = queuesOf(kind).map(({ name }) => name);
      reports.push({ queue: kind.queue.name, queues, table: nameOfWork(definition), ...counts, why });
    }
    return reports;
  });
}

/** What is known of the rows of a kind. */
interface Known {
  held: number;
  stuck: number;
  blockedReason: string | undefined;
  aliveGroups: ReadonlySet<string>;
  now: Date;
}

/** Costs nothing while no row is held or stuck. */
async function findReason(
  client: Queryable,
  { group, table }: WorkKind,
  { now, ...known }: Known,
): Promise<string | null> {
  if (known.held === 0 && known.stuck === 0) return null;
  const isAsked = known.held > 0 && known.blockedReason === undefined;
  const heldBy = isAsked ? await findHeldReason(client, table.definition, now) : undefined;
  return explainKind({ ...known, group, heldBy });
}
