// Retention of entries into automations: a run that was starting when the job removed its automation has left one.
import type { Queryable } from '../../../../platform/db/connect.ts';

/** Entries that one statement removes. */
const ENTRIES_MAX = 10_000;

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

/** Removes entries into deleted automations. @returns whether there may be more */
export async function removeLeftEntries(database: Queryable): Promise<boolean> {
  const { rowCount } = await database.query({ name: 'remove-left-entries', text: REMOVE_ENTRIES });
  return rowCount === ENTRIES_MAX;
}
