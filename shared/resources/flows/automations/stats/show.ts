// Answers the funnel of an automation. Some thousand runs are counted in the request. Those of a large automation are
// counted by a job (batches/steps/count-runs.ts) when a request asks: the answer has the last counts, and when they are
// old they are made again.
import type { Database, Queryable } from '../../../../platform/db/connect.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { MINUTE_MS } from '../../../../platform/time/durations.ts';
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import { unlessTimeOut, withinTime } from '../../../audience/segments/counts/within-time.ts';
import type { Automation, AutomationPath } from '../automation.ts';
import { startAutomationBatch } from '../batches/start.ts';
import { lockAutomation, requireAutomation } from '../find.ts';
import type { EndAutomationDeps } from '../stop.ts';
import { countRuns } from './count-runs.ts';
import { addPart, NO_RUNS, type RunCounts } from './counts.ts';
import { type AutomationStats, showCounts } from './shown-stats.ts';
import { findCounts } from './stored-counts.ts';

/** The most runs that are counted within the request: this takes a few tenths of a second. */
const COUNTED_AT_ONCE = 10_000;
/** Counts that are shown are made again when they are older. */
const FRESH_MS = MINUTE_MS;
/** A person waits while runs are counted in the request. */
const COUNT_MS = 3_000;

/**
 * Counts the runs of an automation, or finds their last counts. It does not wait for a job: the first answer for many runs
 * has no counts.
 * @param countMs only tests give another one
 * @throws DomainError `not_found`
 */
export async function showStats(
  deps: EndAutomationDeps,
  path: AutomationPath,
  now: Date,
  countMs = COUNT_MS,
): Promise<AutomationStats> {
  const { database } = deps;
  const automation = await requireAutomation(database, path);
  const counts = await countUnlessMany(database, automation, countMs);
  if (counts) return await showCounts(database, automation, { counts, countedAt: now });
  const stored = await findCounts(database, automation.id);
  if (!stored || now.getTime() - stored.countedAt.getTime() > FRESH_MS) await startCount(deps, path, now);
  return await showCounts(database, automation, stored ?? { counts: NO_RUNS, countedAt: null });
}

/** @returns undefined: there are many runs, or the database is too busy */
async function countUnlessMany(
  database: Database,
  { id, epoch, graph }: Automation,
  countMs: number,
): Promise<RunCounts | undefined> {
  if (await hasMany(database, id)) return undefined;
  const runs = { automationId: id, epoch, after: NIL_UUID, limit: COUNTED_AT_ONCE };
  const part = await unlessTimeOut(withinTime(database, countMs, (client) => countRuns(client, runs)));
  return part && addPart(NO_RUNS, part, new Set(graph.steps.map((step) => step.id)));
}

async function hasMany(database: Queryable, automationId: string): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'has-many-runs',
    text: `SELECT FROM automation_runs WHERE automation_id = ANY($1::uuid[])
           ORDER BY automation_id, id OFFSET ${COUNTED_AT_ONCE} LIMIT 1`,
    values: [[automationId]],
  });
  return rowCount === 1;
}

/** Starts to count, unless that is being done: then requests need not take turns at the lock. */
async function startCount(deps: EndAutomationDeps, path: AutomationPath, now: Date): Promise<void> {
  const { database, ids, queues } = deps;
  if (await isCounting(database, path.id)) return;
  await transaction(database, async (client) => {
    const { id: automationId, accountId } = await lockAutomation(client, path);
    const batch = { id: ids.next(), automationId, accountId, type: 'count', now } as const;
    await startAutomationBatch(client, queues, batch);
  });
}

async function isCounting(database: Queryable, automationId: string): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'is-counting-runs',
    text: `SELECT FROM automation_batch_work WHERE automation_id = ANY($1::uuid[]) AND type = 'count' LIMIT 1`,
    values: [[automationId]],
  });
  return rowCount === 1;
}
