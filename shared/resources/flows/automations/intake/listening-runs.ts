// Locks, reads and notifies the runs that wait, or will wait, for an event that has arrived, in the order of their ids.
// The worker that has claimed such a run has decided without the event, so it loses the claim and the run is woken
// again; a run that pauses in a wait that the event does not end only keeps the event (reach-waits.ts).
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { SELECTED_FIELDS } from '../../../audience/contact-fields/field-columns.ts';
import { HAS_UNSUBSCRIBED, whichMostRowsMeet } from '../../../audience/unsubscribes/has-unsubscribed.ts';
import type { RunState } from '../engine/run-state.ts';
import type { ContactFacts } from '../graph/variables.ts';
import { toStoredInbox } from '../runs/inbox.ts';
import type { RunLane } from '../runs/lane.ts';

/** A run that is locked until the end of the transaction. */
export interface ListeningRun {
  id: string;
  accountId: string;
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
 * The condition is evaluated again for the locked row. It is hidden from the planner, which could otherwise read all
 * running runs by the index of contacts.
 */
const LOCK = `
  SELECT id, account_id AS "accountId", automation_id AS "automationId", version_id AS "versionId", domain_id AS "domainId",
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

/** The changes of a run by an event. */
export interface NotifiedRun {
  id: string;
  accountId: string;
  lane: RunLane;
  state: Pick<RunState, 'inbox'>;
  /** Whether it is due at once. */
  wakes: boolean;
  /** A run that begins awake is woken now (allot-runs.ts); any other sleeps until it is the turn of its account. */
  beginsAwake: boolean;
}

const NOTIFY = `
  UPDATE automation_runs AS run SET
    inbox = notified.inbox::json,
    lane = CASE WHEN wakes THEN notified.lane ELSE run.lane END,
    attempts = CASE WHEN wakes AND claimed_by IS NOT NULL THEN greatest(attempts - 1, 0) ELSE attempts END,
    claimed_by = CASE WHEN wakes THEN NULL ELSE claimed_by END,
    claim_token = CASE WHEN wakes THEN NULL ELSE claim_token END,
    woken_at = CASE WHEN begins_awake THEN clock_timestamp() WHEN NOT wakes THEN woken_at END,
    next_attempt_at = CASE WHEN wakes THEN $4 ELSE next_attempt_at END
  FROM unnest($1::uuid[], $2::text[], $3::boolean[], $5::text[], $6::boolean[])
    AS notified (id, inbox, wakes, lane, begins_awake)
  WHERE run.id = notified.id AND run.id = ANY($1::uuid[])`;

/**
 * Writes inboxes of locked runs, and makes those runs due that are woken. The caller wakes the queues.
 */
export async function notifyRuns(
  client: Transaction,
  notified: readonly NotifiedRun[],
  now: Date,
): Promise<void> {
  if (notified.length === 0) return;
  await client.query({
    name: 'notify-automation-runs',
    text: NOTIFY,
    values: [
      notified.map(({ id }) => id),
      notified.map(({ state }) => toStoredInbox(state.inbox)),
      notified.map(({ wakes }) => wakes),
      now,
      notified.map(({ lane }) => lane),
      notified.map(({ wakes, beginsAwake }) => wakes && beginsAwake),
    ],
  });
}

/**
 * Takes the place of the only active run from locked runs that were stopped and are not written as cancelled yet.
 */
export async function releaseActiveRuns(client: Transaction, ids: readonly string[]): Promise<void> {
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
    text: `SELECT id, email, ${SELECTED_FIELDS}, ${HAS_UNSUBSCRIBED} AS unsubscribed,
                  created_at AS "createdAt", updated_at AS "updatedAt", properties
           FROM contacts WHERE id = ANY($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map((facts) => [facts.id, facts]));
}
