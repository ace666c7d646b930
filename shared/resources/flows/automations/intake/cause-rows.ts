// The rows of causes: those whose runs may cause events. A row is inserted with the first of these runs, and locked before
// a run of it causes more, so what it may start is exact however many of its runs do so at once
// (docs/architecture/guarantees.md#lock-order). It is removed when none of its runs is running any more.

import type { Queryable } from '../../../../platform/db/connect.ts';
import { textArrayLiteral, uuidArrayLiteral } from '../../../../platform/db/parameters/array-literal.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { IncomingEvent } from '../../events/incoming-event.ts';
import type { Cause, StoredCauses } from './causes.ts';

const CHECK_INTERVAL = "interval '1 hour'";
/** The causes that one statement reads. */
const CHECKED_MAX = 1_000;

interface CauseRow {
  id: string;
  automationIds: string[];
}

/** Locks those causes that have a row. Issue it after the contacts of the transaction are locked. */
export async function lockCauses(client: Transaction, ids: readonly string[]): Promise<StoredCauses> {
  const { rows } = await client.query<CauseRow>({
    name: 'lock-causes-of-runs',
    text: `SELECT id, automation_ids AS "automationIds" FROM automation_causes
           WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [uuidArrayLiteral(ids)],
  });
  return toStored(rows);
}

/** Another transaction may insert the same row: then this one waits for it. */
const INSERT_MISSING = `
  INSERT INTO automation_causes AS cause (id, account_id, automation_ids, next_check_at)
  SELECT id, account_id, automation_ids::uuid[], $4::timestamptz + ${CHECK_INTERVAL}
  FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS missing (id, account_id, automation_ids)
  ORDER BY id
  ON CONFLICT (id) DO UPDATE SET account_id = cause.account_id
  RETURNING id, automation_ids AS "automationIds"`;

/**
 * Locks the causes of events that runs have caused. A cause without a row gets one: its run was resumed after the
 * others had ended, or started by the previous release. Its known starts are the chain.
 */
export async function lockCausesOf(
  client: Transaction,
  events: readonly IncomingEvent[],
  now: Date,
): Promise<StoredCauses> {
  const wanted = new Map<string, IncomingEvent>();
  for (const event of events) if (event.causeId !== undefined) wanted.set(event.causeId, event);
  if (wanted.size === 0) return new Map();
  const stored = await lockCauses(client, [...wanted.keys()]);
  const missing = [...wanted].filter(([id]) => !stored.has(id));
  if (missing.length === 0) return stored;
  const { rows } = await client.query<CauseRow>({
    name: 'insert-missing-causes',
    text: INSERT_MISSING,
    values: [
      missing.map(([id]) => id),
      missing.map(([, { accountId }]) => accountId),
      missing.map(([, { chain }]) => textArrayLiteral(chain)),
      now,
    ],
  });
  return new Map([...stored, ...toStored(rows)]);
}

function toStored(rows: readonly CauseRow[]): StoredCauses {
  return new Map(rows.map(({ id, automationIds }) => [id, automationIds]));
}

const STORE = `
  INSERT INTO automation_causes AS cause (id, account_id, automation_ids, next_check_at)
  SELECT id, account_id, automation_ids::uuid[], $4::timestamptz + ${CHECK_INTERVAL}
  FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS changed (id, account_id, automation_ids)
  ORDER BY id
  ON CONFLICT (id) DO UPDATE SET automation_ids = cause.automation_ids || excluded.automation_ids`;

/** Stores what causes have started, of those that have an id. Their rows are locked, or new. */
export async function storeCauses(client: Transaction, causes: readonly Cause[], now: Date): Promise<void> {
  const changed = causes.flatMap((cause) => (cause.id === undefined ? [] : [{ cause, id: cause.id }]));
  if (changed.length === 0) return;
  await client.query({
    name: 'store-causes-of-runs',
    text: STORE,
    values: [
      changed.map(({ id }) => id),
      changed.map(({ cause }) => cause.accountId),
      changed.map(({ cause }) => textArrayLiteral(cause.added)),
      now,
    ],
  });
}

/** A cause with a paused run is checked again when the last pause ends. */
const REMOVE = `
  WITH due AS MATERIALIZED (
    SELECT id FROM automation_causes WHERE next_check_at <= $1 ORDER BY next_check_at LIMIT ${CHECKED_MAX}
    FOR UPDATE SKIP LOCKED
  ), checked AS MATERIALIZED (
    SELECT id, (SELECT max(coalesce(wait_until, $1)) FROM (
                  SELECT wait_until FROM automation_runs AS run WHERE run.cause_id = due.id AND status = 'running'
                  UNION ALL
                  SELECT wait_until FROM automation_runs AS run WHERE run.id = due.id AND status = 'running'
                ) AS running) AS runs_until
    FROM due
  ), kept AS (
    UPDATE automation_causes AS cause SET next_check_at = greatest(runs_until, $1::timestamptz + ${CHECK_INTERVAL})
    FROM checked
    WHERE cause.id = checked.id AND runs_until IS NOT NULL AND cause.id = ANY(ARRAY(SELECT id FROM due))
  ), removed AS (
    DELETE FROM automation_causes WHERE id = ANY(ARRAY(SELECT id FROM checked WHERE runs_until IS NULL))
  )
  SELECT FROM due`;

/** Removes causes without a running run. @returns whether there may be more */
export async function removeEndedCauses(database: Queryable, now: Date): Promise<boolean> {
  const { rowCount } = await database.query(REMOVE, [now]);
  return rowCount === CHECKED_MAX;
}
