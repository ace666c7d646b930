// Loads claimed runs with the facts that decide about them: their state, the present contact, and whether their automation
// was stopped. One statement for all runs of a job; runs with large payloads are loaded in several parts.

import { type FieldsByKey, fieldsByKey } from '../../../../../contract/contacts/fields.ts';
import { EVENT_PAYLOAD_MAX_BYTES } from '../../../../../contract/limits.ts';
import type { Queryable } from '../../../../../platform/db/connect.ts';
import { sinceResumptionSql } from '../../../../../platform/work/suspensions/suspended.ts';
import type { Claim } from '../../../../../platform/work/work-table.ts';
import { SELECTED_FIELDS } from '../../../../audience/contact-fields/field-columns.ts';
import { HAS_UNSUBSCRIBED, whichMostRowsMeet } from '../../../../audience/unsubscribes/has-unsubscribed.ts';
import type { RunState } from '../../engine/run-state.ts';
import type { ContactFacts } from '../../graph/variables.ts';
import { findInboxPayloads } from '../inbox.ts';
import type { RunLane } from '../lane.ts';

/** Bytes of payloads that are loaded at a time: each of 100 runs may have megabytes of events. */
const LOADED_MAX_BYTES = 16 * 1024 * 1024;

/** A claimed run. */
export interface ClaimedRun {
  id: string;
  token: string;
  accountId: string;
  automationId: string;
  versionId: string;
  contactId: string;
  lane: RunLane;
  chain: readonly string[];
  /** The From of its domain for mail that names none. */
  defaultFrom: string | null;
  /** The cause; a run without a stored cause is itself the cause of its events. */
  causeId: string;
  /** How many programs have answered in the conversation of the received email that has led to it; null: none has. */
  hops: number | null;
  /** How often it was tried since its last move, this time among them. */
  attempts: number;
  /** The payload of the event that started it; null: none. */
  payload: unknown;
  state: RunState;
  createdAt: Date;
  /** Its automation was stopped or deleted. */
  isStopped: boolean;
  /** Undefined: the contact was deleted. */
  contact: ContactFacts | undefined;
}

type RunRow = Omit<ClaimedRun, 'state' | 'contact'> &
  RunState &
  FieldsByKey<string | null> & {
    email: string | null;
    unsubscribed: boolean;
    contactCreatedAt: Date;
    contactUpdatedAt: Date;
    properties: Readonly<Record<string, unknown>>;
  };

/**
 * `pg_column_size` does not read values that are stored apart from the row. The first run is loaded however large it
 * is. Each table can be read by its primary key only, because the plan may be made while the tables are empty.
 */
const LOAD = `
  WITH claimed AS MATERIALIZED (
    SELECT id, sum(bytes) OVER (ORDER BY id) - bytes AS bytes_before FROM (
      SELECT id, coalesce(pg_column_size(payload), 0) + pg_column_size(waits) + pg_column_size(inbox)
               + json_array_length(inbox) * $4::integer AS bytes
      FROM automation_runs WHERE id = ANY($1::uuid[]) AND claim_token = $2) AS sized
  )
  SELECT run.id, run.claim_token AS token, run.account_id AS "accountId", run.automation_id AS "automationId",
         run.version_id AS "versionId", run.contact_id AS "contactId", run.lane, run.chain, run.attempts, run.payload,
         coalesce(run.cause_id, run.id) AS "causeId", run.hops,
         (SELECT default_from FROM domains WHERE domains.id = run.domain_id) AS "defaultFrom",
         run.step_key AS "stepKey", run.position, run.clock, run.wait_until AS "waitUntil",
         ${sinceResumptionSql('run.postponed_at', 'run.account_id')} AS "postponedAt", run.waits, run.inbox, run.created_at AS "createdAt",
         run.epoch IS DISTINCT FROM (
           SELECT CASE WHEN deleted_at IS NULL THEN epoch END FROM automations
           WHERE automations.id = run.automation_id) AS "isStopped",
         contact.*
  FROM automation_runs AS run LEFT JOIN LATERAL (
    SELECT email, ${SELECTED_FIELDS}, ${HAS_UNSUBSCRIBED} AS unsubscribed, properties,
           contacts.created_at AS "contactCreatedAt", contacts.updated_at AS "contactUpdatedAt"
    FROM contacts
    WHERE contacts.id = run.contact_id AND ${whichMostRowsMeet('contacts.account_id = run.account_id')}
      AND (SELECT deleted_at IS NULL FROM audiences WHERE audiences.id = contacts.audience_id)
    OFFSET 0) AS contact ON true
  WHERE run.id = ANY(ARRAY(SELECT id FROM claimed WHERE bytes_before <= $3)) AND run.claim_token = $2
  ORDER BY run.id`;

/**
 * Loads claimed runs, in parts.
 * @param claims of one job: they have one token. Runs whose token is stale are left out
 */
export async function* loadRuns(
  database: Queryable,
  claims: readonly Claim[],
  maxBytes = LOADED_MAX_BYTES,
): AsyncGenerator<ClaimedRun[], void> {
  const left = new Set(claims.map(({ id }) => id));
  while (left.size > 0) {
    const { rows } = await database.query<RunRow>({
      name: 'load-automation-runs',
      text: LOAD,
      values: [[...left], claims[0]?.token, maxBytes, EVENT_PAYLOAD_MAX_BYTES],
    });
    if (rows.length === 0) return;
    for (const { id } of rows) left.delete(id);
    const withPayload = await findInboxPayloads(
      database,
      rows.flatMap(({ inbox }) => inbox),
    );
    yield rows.map((row) => toRun({ ...row, inbox: row.inbox.map(withPayload) }));
  }
}

function toRun(row: RunRow): ClaimedRun {
  const { stepKey, position, clock, waitUntil, postponedAt, waits, inbox } = row;
  const { email, unsubscribed, properties, contactCreatedAt, contactUpdatedAt } = row;
  return {
    id: row.id,
    token: row.token,
    accountId: row.accountId,
    automationId: row.automationId,
    versionId: row.versionId,
    contactId: row.contactId,
    lane: row.lane,
    chain: row.chain,
    causeId: row.causeId,
    hops: row.hops,
    defaultFrom: row.defaultFrom,
    attempts: row.attempts,
    payload: row.payload,
    createdAt: row.createdAt,
    isStopped: row.isStopped,
    state: { stepKey, position, clock, waitUntil, postponedAt, waits, inbox },
    contact:
      email === null
        ? undefined
        : {
            id: row.contactId,
            email,
            ...fieldsByKey(({ key }) => row[key]),
            unsubscribed,
            properties,
            createdAt: contactCreatedAt,
            updatedAt: contactUpdatedAt,
          },
  };
}
