// Runs that wait, or will wait, for an event that has come: they are locked in the order of their ids, read as they are
// then, and told. Whoever claims a run that has been told has decided without the event, so the claim is taken away
// and the run is woken again; a run that pauses in a wait that the event does not end only keeps it.
import type { Transaction } from '../../../platform/db/transaction.ts';
import { HAS_UNSUBSCRIBED, whichMostRowsMeet } from '../../contacts/has-unsubscribed.ts';
import type { RunState } from '../engine/run-state.ts';
import type { ContactFacts } from '../graph/variables.ts';
import { toStoredInbox } from '../runs/inbox.ts';
import type { RunLane } from '../runs/lane.ts';

/** A run that is locked until the end of the transaction. */
export interface ListeningRun {
  id: string;
  automationId: string;
  versionId: string;
  domainId: string;
  contactId: string;
  lane: RunLane;
  listens: readonly string[];
  /** A worker has claimed it or may claim it. */
  isAwake: boolean;
  createdAt: Date;
  state: RunState;
}

type Row = Omit<ListeningRun, 'state'> & RunState;

/**
 * The condition is asked again of the row as it is once it is locked. It is hidden from the planner, which could else read
 * all running runs by the index of contacts.
 */
const LOCK = `
  SELECT id, automation_id AS "automationId", version_id AS "versionId", domain_id AS "domainId",
         contact_id AS "contactId", lane, listens, woken_at IS NOT NULL OR claimed_by IS NOT NULL AS "isAwake",
         created_at AS "createdAt", step_key AS "stepKey", position, clock, wait_until AS "waitUntil",
         postponed_at AS "postponedAt", waits, inbox
  FROM automation_runs WHERE id = ANY($1::uuid[]) AND ${whichMostRowsMeet("status = 'running'")}
  ORDER BY id FOR NO KEY UPDATE`;

/** Locks and reads runs; those that have ended are left out. */
export async function lockRuns(client: Transaction, ids: readonly string[]): Promise<ListeningRun[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<Row>({ name: 'lock-listening-runs', text: LOCK, values: [ids] });
  return rows.map(({ stepKey, position, clock, waitUntil, postponedAt, waits, inbox, ...run }) => ({
    ...run,
    state: { stepKey, position, clock, waitUntil, postponedAt, waits, inbox },
  }));
}

/** What an event has changed of a run. */
export interface ToldRun {
  id: string;
  lane: RunLane;
  state: Pick<RunState, 'inbox'>;
  wakes: boolean;
}

const TELL = `
  UPDATE automation_runs AS run SET
    inbox = told.inbox::json,
    lane = CASE WHEN wakes AND run.lane = 'timer' THEN 'event' ELSE run.lane END,
    attempts = CASE WHEN wakes AND claimed_by IS NOT NULL THEN greatest(attempts - 1, 0) ELSE attempts END,
    claimed_by = CASE WHEN wakes THEN NULL ELSE claimed_by END,
    claim_token = CASE WHEN wakes THEN NULL ELSE claim_token END,
    woken_at = CASE WHEN wakes THEN clock_timestamp() ELSE woken_at END,
    next_attempt_at = CASE WHEN wakes THEN $4 ELSE next_attempt_at END
  FROM unnest($1::uuid[], $2::text[], $3::boolean[]) AS told (id, inbox, wakes)
  WHERE run.id = told.id AND run.id = ANY($1::uuid[])`;

/**
 * Writes inboxes of locked runs, and makes those runs due that are woken, in the lane in which events wake runs. The caller
 * wakes the queue.
 */
export async function tellRuns(client: Transaction, told: readonly ToldRun[], now: Date): Promise<void> {
  if (told.length === 0) return;
  await client.query({
    name: 'tell-automation-runs',
    text: TELL,
    values: [
      told.map(({ id }) => id),
      told.map(({ state }) => toStoredInbox(state.inbox)),
      told.map(({ wakes }) => wakes),
      now,
    ],
  });
}

/**
 * Takes the place of the only active run from locked runs that were stopped and are not written as cancelled yet.
 */
export async function releasePlaces(client: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query({
    name: 'release-places-of-runs',
    text: 'UPDATE automation_runs SET is_exclusive = false WHERE id = ANY($1::uuid[])',
    values: [ids],
  });
}

/** Reads contacts as the rules of waits see them. @returns by id */
export async function findContactFacts(
  client: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ContactFacts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<ContactFacts>({
    name: 'find-contact-facts',
    text: `SELECT id, email, first_name AS "firstName", last_name AS "lastName", ${HAS_UNSUBSCRIBED} AS unsubscribed,
                  created_at AS "createdAt", updated_at AS "updatedAt", properties
           FROM contacts WHERE id = ANY($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map((facts) => [facts.id, facts]));
}
