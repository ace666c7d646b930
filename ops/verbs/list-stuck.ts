// Lists the rows of work of all kinds that have waited longest, each with the reason.

import { RENEW_EVERY_MS } from '../../shared/platform/config/config.ts';
import type { WorkKind } from '../../shared/platform/work/define-work.ts';
import { explainStuckRow, type WorkSituation } from '../../shared/platform/work/explain.ts';
import { findAliveGroups } from '../../shared/platform/work/processes/alive-groups.ts';
import { leaseTimesOf } from '../../shared/platform/work/processes/lease-times.ts';
import { findStuckRows, type StuckRow } from '../../shared/platform/work/stuck.ts';
import { WORK_KINDS } from '../../shared/resources/work-kinds.ts';
import { readCount } from '../read-words.ts';
import type { OpsDeps, Verb } from '../verb.ts';

const LIMIT = 20;
const LIMIT_MAX = 1_000;

export const listStuckVerb: Verb = {
  summary: 'Lists the work rows that have waited longest, with reasons.',
  parameters: [],
  options: {
    limit: { value: 'count', summary: `maximum number of rows, up to ${LIMIT_MAX}; default: ${LIMIT}` },
  },
  audit: 'none',
  async run({ limit = String(LIMIT) }, deps) {
    const most = readCount(limit, 'limit', LIMIT_MAX);
    const found: { row: StuckRow; why: string }[] = [];
    for (const kind of WORK_KINDS) {
      const rows = await findStuckRows(deps.database, kind.table.definition, deps.clock.now(), most);
      if (rows.length === 0) continue;
      const situation = await findSituation(kind, deps);
      found.push(...rows.map((row) => ({ row, why: explainStuckRow(row, situation) })));
    }
    found.sort((a, b) => rankOf(a.row) - rankOf(b.row) || a.row.dueAt.getTime() - b.row.dueAt.getTime());
    return { object: 'list', data: found.slice(0, most).map(toStuckRow) };
  },
};

/** The state of a kind of work at this moment. */
export async function findSituation(
  { queue, group, findBlockedReason }: WorkKind,
  deps: OpsDeps,
): Promise<WorkSituation> {
  const { deadAfterMs } = leaseTimesOf(RENEW_EVERY_MS);
  const reports = await deps.queues().then(
    (queues) => queues.inspect(),
    () => [],
  );
  const report = reports.find(({ name }) => name === queue.name);
  return {
    queue: queue.name,
    group,
    blockedReason: await findBlockedReason?.(deps.database),
    backlog: report && { ...report, waitingJobs: report.jobs.waiting },
    aliveGroups: await findAliveGroups(deps.database, deadAfterMs),
    deadAfterMs,
    now: deps.clock.now(),
  };
}

/** Rows that are held on purpose may be old and many, so they are last; otherwise they would hide the others. */
function rankOf({ state }: StuckRow): number {
  return state === 'held' ? 1 : 0;
}

function toStuckRow({ row, why }: { row: StuckRow; why: string }) {
  return {
    object: 'work',
    table: row.table,
    id: row.id,
    state: row.state,
    why,
    due_at: row.dueAt,
    attempts: row.attempts,
    last_answer: row.lastAnswer,
    about: row.about,
  };
}
