// Counts the next runs of an automation in one statement, so that all counts are of one instant. The results of runs
// are looked up run by run and mail by mail: by the keys of the tables, however large they are and whenever the
// statement was planned. OFFSET 0 keeps Postgres from joining whole tables instead.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { shownStatus } from '../runs/shown-run.ts';
import { MAILING_TYPES } from '../step-types/step-types.ts';
import type { CountedPart } from './counts.ts';

/** The runs to count. */
export interface RunsToCount {
  automationId: string;
  /** The epoch of the automation: runs of an earlier one are cancelled. */
  epoch: number;
  /** Id of the last run that was counted; NIL_UUID: none yet. */
  after: string;
  limit: number;
}

/** A counted part, and the last of its runs; undefined: there were no more. */
export interface CountedRuns extends CountedPart {
  last: string | undefined;
}

/** A run is at the step of its position; what the row of that step says may be of an earlier try. */
const RECORDED_OUTCOME = `
  CASE WHEN page.status = 'running' AND step.position = page.position
       THEN CASE WHEN page.pauses THEN 'waiting' ELSE 'here' END
       WHEN step.status = 'waiting' THEN 'here' ELSE step.status END`;

/** The outcome of a run at a step that has no row yet. */
const UNRECORDED_OUTCOME = `
  CASE WHEN page.status = 'running' AND page.pauses THEN 'waiting' WHEN page.status = 'failed' THEN 'failed' ELSE 'here' END`;

/**
 * The page is read in the order of the automation's index, which no other index has (shared/platform/db/page.ts).
 * Outputs of other steps than mails may be long, and are not read. An email of an automation has one recipient, so its
 * status is the recipient's.
 */
const COUNT = `
  WITH page AS MATERIALIZED (
    SELECT id, version_id, position, step_key, ${shownStatus('$2')} AS status,
           wait_until IS NOT NULL OR postponed_at IS NOT NULL AS pauses
    FROM automation_runs WHERE automation_id = ANY($1::uuid[]) AND id > $3 ORDER BY automation_id, id LIMIT $4
  ), graph_steps AS MATERIALIZED (
    SELECT version.id AS version_id, (step ->> 'id')::uuid AS id, step ->> 'key' AS key, step ->> 'type' AS type
    FROM automation_versions AS version CROSS JOIN LATERAL json_array_elements(version.graph -> 'steps') AS step
    WHERE version.id = ANY(ARRAY(SELECT DISTINCT version_id FROM page))
  ), recorded AS MATERIALIZED (
    SELECT page.version_id, step.step_id, ${RECORDED_OUTCOME} AS outcome,
           CASE WHEN step.status = 'skipped' THEN step.output ->> 'reason' END AS reason,
           CASE WHEN step.status = 'completed'
                  AND step.step_id = ANY(ARRAY(SELECT DISTINCT id FROM graph_steps WHERE type = ANY($5)))
                THEN (step.output ->> 'email_id')::uuid END AS email_id
    FROM page CROSS JOIN LATERAL (
      SELECT position, step_id, status, output FROM automation_step_runs WHERE run_id = page.id OFFSET 0) AS step
  ), unrecorded AS (
    SELECT version_id, step_key, ${UNRECORDED_OUTCOME} AS outcome, count(*) AS count
    FROM page
    WHERE step_key IS NOT NULL AND (
      SELECT count(*) FROM automation_step_runs AS step WHERE step.run_id = page.id AND step.position = page.position) = 0
    GROUP BY 1, 2, 3
  ), steps AS (
    SELECT step_id AS "stepId", version_id AS "versionId", outcome, reason, count(*) AS count
    FROM recorded GROUP BY 1, 2, 3, 4
    UNION ALL
    SELECT (SELECT id FROM graph_steps AS step
            WHERE step.version_id = unrecorded.version_id AND step.key = unrecorded.step_key),
           version_id, outcome, NULL, count
    FROM unrecorded
  ), mails AS (
    SELECT recorded.step_id AS "stepId", count(email.sent_at) AS sent,
           count(*) FILTER (WHERE email.status IN ('delivered', 'complained')) AS delivered,
           count(recipient.opened_at) AS opened, count(recipient.clicked_at) AS clicked,
           count(*) FILTER (WHERE email.status = 'bounced') AS bounced
    FROM recorded
    CROSS JOIN LATERAL (SELECT status, sent_at FROM emails WHERE id = recorded.email_id OFFSET 0) AS email
    CROSS JOIN LATERAL (
      SELECT min(opened_at) AS opened_at, min(clicked_at) AS clicked_at
      FROM email_recipients WHERE email_id = recorded.email_id) AS recipient
    WHERE recorded.email_id IS NOT NULL GROUP BY 1
  )
  SELECT (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last,
         (SELECT coalesce(json_agg(each), '[]') FROM (SELECT status, count(*) FROM page GROUP BY 1) AS each) AS runs,
         (SELECT coalesce(json_agg(steps), '[]') FROM steps WHERE "stepId" IS NOT NULL) AS steps,
         (SELECT coalesce(json_agg(mails), '[]') FROM mails) AS mails`;

/** Counts the next runs. */
export async function countRuns(
  client: Transaction,
  { automationId, epoch, after, limit }: RunsToCount,
): Promise<CountedRuns> {
  const { rows } = await client.query<CountedPart & { last: string | null }>({
    name: 'count-runs-of-automation',
    text: COUNT,
    values: [[automationId], epoch, after, limit, MAILING_TYPES],
  });
  const { last = null, ...part } = rows[0] ?? { runs: [], steps: [], mails: [] };
  return { ...part, last: last ?? undefined };
}
