// The next runs of an automation for a step of a batch.

/** Runs of a step. */
const STEP_RUNS = 1_000;

/**
 * SQL: the ids of the next runs of the automations `$1` (uuid[]) after the run `$2`. They are read in the order of the
 * automation's index, which no other index has (shared/platform/db/page.ts).
 */
export const NEXT_RUNS = `
  SELECT id FROM automation_runs WHERE automation_id = ANY($1::uuid[]) AND id > $2
  ORDER BY automation_id, id LIMIT ${STEP_RUNS}`;
