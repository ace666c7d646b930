// Factory of runs of automations: inserts a run as an event would start it, woken and at its first step, so that a test
// names only the values that matter to it.
import type { Pool } from 'pg';
import { factoryIds as ids } from './factory-ids.ts';

/** Fields of a run that a test may set. */
export interface RunFields {
  automation: { id: string; accountId: string; domainId: string; versionId: string };
  contactId: string;
  /** By default the first step of the automation's version. */
  stepKey?: string;
  payload?: object | null;
  chain?: readonly string[];
  startedAt?: Date;
  /** `event` by default. A bulk run is woken too. */
  lane?: 'event' | 'bulk';
}

/** Inserts a run. */
export async function createRun(pool: Pool, fields: RunFields) {
  const {
    automation,
    contactId,
    payload = null,
    chain = [],
    startedAt = new Date(),
    lane = 'event',
  } = fields;
  const id = ids.next();
  const sourceId = ids.next();
  await pool.query(
    `INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
                                  is_exclusive, chain, payload, listens, step_key, clock, created_at, next_attempt_at,
                                  woken_at, lane)
     SELECT $1, $2, $3, $4, automations.epoch, $5, $6, $7, false, $8, $9,
            ARRAY(SELECT DISTINCT step -> 'config' ->> 'event_name'
                  FROM json_array_elements(version.graph -> 'steps') AS step WHERE step ->> 'type' = 'wait_for_event'),
            coalesce($10, version.graph -> 'steps' -> 0 ->> 'key'), $11, $11, $11, clock_timestamp(), $12
     FROM automations JOIN automation_versions AS version ON version.id = $4 WHERE automations.id = $3`,
    [
      id,
      automation.accountId,
      automation.id,
      automation.versionId,
      automation.domainId,
      contactId,
      sourceId,
      chain,
      payload && JSON.stringify(payload),
      fields.stepKey ?? null,
      startedAt,
      lane,
    ],
  );
  return { id, automationId: automation.id };
}

/** A run as it is stored. */
export interface StoredRun {
  status: string;
  reason: string | null;
  stepKey: string | null;
  position: number;
  clock: Date;
  waitUntil: Date | null;
  postponedAt: Date | null;
  waits: object;
  inbox: object[];
  listens: string[];
  attempts: number;
  nextAttemptAt: Date | null;
  isClaimed: boolean;
  isWoken: boolean;
  endedAt: Date | null;
}

/** Reads a run. */
export async function readRun(pool: Pool, id: string): Promise<StoredRun> {
  const { rows } = await pool.query<StoredRun>(
    `SELECT status, reason, step_key AS "stepKey", position, clock, wait_until AS "waitUntil",
            postponed_at AS "postponedAt", waits, inbox, listens, attempts, next_attempt_at AS "nextAttemptAt",
            claimed_by IS NOT NULL AS "isClaimed", woken_at IS NOT NULL AS "isWoken", ended_at AS "endedAt"
     FROM automation_runs WHERE id = $1`,
    [id],
  );
  if (!rows[0]) throw new Error(`There is no run ${id}.`);
  return rows[0];
}

/** The steps that a run has reached, such as `welcome completed`, in their order. */
export async function stepsOf(pool: Pool, runId: string): Promise<string[]> {
  const { rows } = await pool.query<{ step: string }>(
    `SELECT key || ' ' || status AS step FROM automation_step_runs WHERE run_id = $1 ORDER BY position`,
    [runId],
  );
  return rows.map(({ step }) => step);
}

/** The output, or else the error, of a step that a run has reached. */
export async function outputOf(pool: Pool, runId: string, key: string): Promise<object | null> {
  const { rows } = await pool.query<{ output: object | null }>(
    'SELECT coalesce(output, error) AS output FROM automation_step_runs WHERE run_id = $1 AND key = $2',
    [runId, key],
  );
  return rows[0]?.output ?? null;
}
