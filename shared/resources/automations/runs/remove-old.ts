// Retention of runs: a run and its steps are removed 30 days after its end, and a version of an automation once no run
// is left that could have taken it.
import { RUN_RETENTION_DAYS } from '../../../contract/limits.ts';
import type { Database, Queryable } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { DAY_MS } from '../../../platform/time/durations.ts';
import { NIL_UUID, uuidV7LowerBound } from '../../../platform/time/ids.ts';
import { deleteRunRows } from './delete-rows.ts';

/** Runs that one statement looks at, and the longest run of the task: its next run begins again. */
const STEP_RUNS = 5_000;
const REMOVING_MAX_MS = 10_000;
/** The clocks of the processes that start runs and make versions differ by less. */
const CLOCK_MARGIN_MS = DAY_MS;

/** Removes runs that have ended long ago, and versions. Safe to repeat. @returns the number of runs */
export async function removeOldRuns(database: Database, now: Date): Promise<number> {
  const endedBefore = new Date(now.getTime() - RUN_RETENTION_DAYS * DAY_MS);
  const stopAtMs = performance.now() + REMOVING_MAX_MS;
  let removed = 0;
  let after: string | undefined = NIL_UUID;
  while (after !== undefined && performance.now() < stopAtMs) {
    const step: RemovedRuns = await removeNext(database, after, endedBefore);
    removed += step.removed;
    after = step.last;
  }
  await removeUnusedVersions(database, now);
  return removed;
}

/**
 * Runs have no index by their end: those that have ended long ago have begun before, so they are among the first ids,
 * where all that is passed over are runs that have taken longer than the retention.
 */
const PAGE = `
  SELECT id, ended_at FROM automation_runs WHERE id > $1 AND id < $2 ORDER BY id LIMIT ${STEP_RUNS}`;

interface RemovedRuns {
  removed: number;
  /** Undefined: there are no more. */
  last: string | undefined;
}

async function removeNext(database: Database, after: string, endedBefore: Date): Promise<RemovedRuns> {
  const { rows } = await database.query<{ id: string; endedAt: Date | null }>({
    name: 'find-old-runs',
    text: `SELECT id, ended_at AS "endedAt" FROM (${PAGE}) AS page ORDER BY id`,
    values: [after, uuidV7LowerBound(endedBefore)],
  });
  const old = rows.flatMap(({ id, endedAt }) => (endedAt !== null && endedAt < endedBefore ? [id] : []));
  // Nothing changes a run that has ended, so it needs no lock.
  await transaction(database, (client) => deleteRunRows(client, old));
  return { removed: old.length, last: rows.length < STEP_RUNS ? undefined : rows.at(-1)?.id };
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
