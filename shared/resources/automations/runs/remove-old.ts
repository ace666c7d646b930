// Retention of runs: a run and its steps are removed 30 days after its end, a batch too, a version of an automation once no
// run is left that could have taken it, and what a start that met its deletion has left of an automation.
import { RUN_RETENTION_DAYS } from '../../../contract/limits.ts';
import type { Database, Queryable } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { DAY_MS } from '../../../platform/time/durations.ts';
import { whichMostRowsMeet } from '../../contacts/has-unsubscribed.ts';
import { removeOldBatches } from '../batches/remove-old.ts';
import { deleteRunRows } from './delete-rows.ts';

/** Runs that one statement looks at, and the longest run of the task: its next run begins again. */
const STEP_RUNS = 5_000;
/** Entries that one run of the task removes. */
const ENTRIES_MAX = 10_000;
const REMOVING_MAX_MS = 10_000;
/** The clocks of the processes that start runs and make versions differ by less. */
const CLOCK_MARGIN_MS = DAY_MS;

/** Removes runs that have ended long ago, versions, and entries. Safe to repeat. @returns the number of runs */
export async function removeOldRuns(database: Database, now: Date): Promise<number> {
  const endedBefore = new Date(now.getTime() - RUN_RETENTION_DAYS * DAY_MS);
  const stopAtMs = performance.now() + REMOVING_MAX_MS;
  let removed = 0;
  let from: Date | undefined = new Date(0);
  while (from !== undefined && performance.now() < stopAtMs) {
    const step: RemovedRuns = await removeNext(database, from, endedBefore);
    removed += step.removed;
    from = step.last;
  }
  await removeOldBatches(database, now);
  await removeUnusedVersions(database, now);
  await removeLeftEntries(database);
  return removed;
}

/** In the order of their ends; what was removed before is passed over. */
const NEXT = `
  SELECT id, ended_at AS "endedAt" FROM automation_runs
  WHERE status <> 'running' AND ended_at >= $1 AND ended_at < $2 ORDER BY ended_at LIMIT ${STEP_RUNS}`;

interface RemovedRuns {
  removed: number;
  /** The last end; undefined: there are no more. */
  last: Date | undefined;
}

async function removeNext(database: Database, from: Date, endedBefore: Date): Promise<RemovedRuns> {
  const { rows } = await database.query<{ id: string; endedAt: Date }>({
    name: 'find-old-runs',
    text: NEXT,
    values: [from, endedBefore],
  });
  const old = rows.map(({ id }) => id);
  const removed = await transaction(database, async (client) => {
    const ended = await lockEnded(client, old, endedBefore);
    await deleteRunRows(client, ended);
    return ended.length;
  });
  return { removed, last: rows.length < STEP_RUNS ? undefined : rows.at(-1)?.endedAt };
}

/** One that was taken up again meanwhile stays, also when it has ended again. */
async function lockEnded(client: Transaction, ids: readonly string[], endedBefore: Date): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'lock-old-runs',
    text: `SELECT id FROM automation_runs WHERE id = ANY($1::uuid[]) AND ${whichMostRowsMeet("status <> 'running' AND ended_at < $2")}
           ORDER BY id FOR UPDATE`,
    values: [ids, endedBefore],
  });
  return rows.map(({ id }) => id);
}

/** Runs take the newest version, so a version that was replaced before the oldest run started has no run. */
const REMOVE_VERSIONS = `
  DELETE FROM automation_versions WHERE id = ANY(ARRAY(
    SELECT version.id FROM automation_versions AS version
    JOIN automations AS automation ON automation.id = version.automation_id
    CROSS JOIN LATERAL (
      SELECT min(created_at) AS at FROM automation_versions AS newer
      WHERE newer.automation_id = version.automation_id AND newer.number > version.number) AS replaced
    WHERE version.id IS DISTINCT FROM automation.version_id AND replaced.at < $1
      AND NOT EXISTS (
        SELECT FROM (SELECT created_at FROM automation_runs AS run WHERE run.automation_id = version.automation_id
                     ORDER BY run.automation_id, run.id LIMIT 1) AS oldest
        WHERE oldest.created_at < replaced.at + $2 * interval '1 millisecond')))`;

async function removeUnusedVersions(database: Queryable, now: Date): Promise<void> {
  await database.query({
    name: 'remove-unused-versions',
    text: REMOVE_VERSIONS,
    values: [new Date(now.getTime() - CLOCK_MARGIN_MS), CLOCK_MARGIN_MS],
  });
}

/** The automations that have entries are found one by one, by the index: an automation may have millions. */
const REMOVE_ENTRIES = `
  WITH RECURSIVE entered AS (
    (SELECT automation_id AS id FROM automation_entries ORDER BY automation_id LIMIT 1)
    UNION ALL
    SELECT (SELECT automation_id FROM automation_entries WHERE automation_id > entered.id
            ORDER BY automation_id LIMIT 1)
    FROM entered WHERE entered.id IS NOT NULL
  ), gone AS (
    SELECT id FROM entered
    WHERE id IS NOT NULL AND NOT EXISTS (SELECT FROM automations WHERE automations.id = entered.id)
  )
  DELETE FROM automation_entries WHERE (automation_id, email_key) IN (
    SELECT automation_id, email_key
    FROM gone CROSS JOIN LATERAL (
      SELECT automation_id, email_key FROM automation_entries WHERE automation_id = gone.id LIMIT ${ENTRIES_MAX}) AS entry
    LIMIT ${ENTRIES_MAX})`;

/** A run that was starting when the job removed its automation has left one. */
async function removeLeftEntries(database: Queryable): Promise<void> {
  await database.query({ name: 'remove-left-entries', text: REMOVE_ENTRIES });
}
