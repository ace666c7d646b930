// Retention of versions of automations: a version is removed once no run is left that could have used it.
import type { Queryable } from '../../../../platform/db/connect.ts';

/** The clocks of the processes that start runs and make versions differ by less. */
const CLOCK_MARGIN = "interval '1 day'";

/** Runs take the newest version, so a version that was replaced before the oldest run started has no run. */
const REMOVE = `
  DELETE FROM automation_versions WHERE id = ANY(ARRAY(
    SELECT version.id FROM automation_versions AS version
    JOIN automations AS automation ON automation.id = version.automation_id
    CROSS JOIN LATERAL (
      SELECT min(created_at) AS at FROM automation_versions AS newer
      WHERE newer.automation_id = version.automation_id AND newer.number > version.number) AS replaced
    WHERE version.id IS DISTINCT FROM automation.version_id AND replaced.at < $1::timestamptz - ${CLOCK_MARGIN}
      AND NOT EXISTS (
        SELECT FROM (SELECT created_at FROM automation_runs AS run WHERE run.automation_id = version.automation_id
                     ORDER BY run.automation_id, run.id LIMIT 1) AS oldest
        WHERE oldest.created_at < replaced.at + ${CLOCK_MARGIN})))`;

/** Removes the versions that were replaced before the oldest run started. @returns false: there are no more */
export async function removeUnusedVersions(database: Queryable, now: Date): Promise<boolean> {
  await database.query({ name: 'remove-unused-versions', text: REMOVE, values: [now] });
  return false;
}
