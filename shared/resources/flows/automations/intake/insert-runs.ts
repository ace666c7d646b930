// Inserts runs that start, as rows of work, and records which addresses have entered an automation that a contact
// enters only once.
import { column, type SentColumns, sentRows } from '../../../../platform/db/parameters/sent-rows.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { RunState } from '../engine/run-state.ts';
import { toStoredInbox } from '../runs/inbox.ts';
import type { RunLane } from '../runs/lane.ts';

/** A run that starts. */
export interface NewRun {
  id: string;
  accountId: string;
  automationId: string;
  versionId: string;
  epoch: number;
  domainId: string;
  contactId: string;
  /** The event or the batch that starts it. */
  sourceId: string;
  lane: RunLane;
  /** Whether it is woken when it is inserted (allot-runs.ts); else it sleeps until it is the turn of its account. */
  beginsAwake: boolean;
  isExclusive: boolean;
  chain: readonly string[];
  /** The cause of the run; null: it causes no events. */
  causeId: string | null;
  /** The hops, as in an event; null: it does not stem from a received email. */
  hops: number | null;
  payload: object | null;
  listens: readonly string[];
  state: RunState;
  createdAt: Date;
}

interface PlacedRun {
  run: NewRun;
  /** The place, from 1, of its shared values. */
  place: number;
}

const RUNS: SentColumns<PlacedRun> = {
  id: column('uuid', ({ run }) => run.id),
  contact_id: column('uuid', ({ run }) => run.contactId),
  source_id: column('uuid', ({ run }) => run.sourceId),
  cause_id: column('uuid', ({ run }) => run.causeId),
  origin_place: column('integer', ({ place }) => place),
};

const ORIGINS: SentColumns<RunOrigins> = {
  account_id: column('uuid', ({ run }) => run.accountId),
  automation_id: column('uuid', ({ run }) => run.automationId),
  version_id: column('uuid', ({ run }) => run.versionId),
  epoch: column('integer', ({ run }) => run.epoch),
  domain_id: column('uuid', ({ run }) => run.domainId),
  lane: column('text', ({ run }) => run.lane),
  is_exclusive: column('boolean', ({ run }) => run.isExclusive),
  chain: column('uuids', ({ run }) => run.chain),
  payload_place: column('integer', ({ payloadPlace }) => payloadPlace),
  inbox: column(
    'text',
    ({ inbox }) => inbox,
    (text) => `${text}::json`,
  ),
  listens: column('texts', ({ run }) => run.listens),
  step_key: column('text', ({ run }) => run.state.stepKey),
  position: column('smallint', ({ run }) => run.state.position),
  clock: column('time', ({ run }) => run.state.clock),
  wait_until: column('time', ({ run }) => run.state.waitUntil),
  created_at: column('time', ({ run }) => run.createdAt),
  begins_awake: column('boolean', ({ run }) => run.beginsAwake),
  hops: column('smallint', ({ run }) => run.hops),
};

const PAYLOADS: SentColumns<object> = { json: column('json', (payload) => payload) };

const SENT_RUNS = sentRows([RUNS]);
const SENT_ORIGINS = sentRows([ORIGINS], SENT_RUNS.next);
const SENT_PAYLOADS = sentRows([PAYLOADS], SENT_ORIGINS.next);

/** Shared values of an automation's runs that start at the same time are written once: there may be a thousand runs. */
const INSERT = `
  INSERT INTO automation_runs (id, contact_id, source_id, cause_id, account_id, automation_id, version_id, epoch, domain_id, lane,
                               is_exclusive, chain, payload, inbox, listens, step_key, position, clock, wait_until,
                               created_at, next_attempt_at, woken_at, hops)
  SELECT run.id, contact_id, source_id, cause_id, account_id, automation_id, version_id, epoch, domain_id, lane,
         is_exclusive, chain, payload.json, inbox, listens, step_key, position, clock, wait_until,
         created_at, created_at, CASE WHEN begins_awake THEN clock_timestamp() END,
         hops
  FROM (${SENT_RUNS.select(RUNS)}) AS run
  JOIN (${SENT_ORIGINS.select(ORIGINS, 'place')}) AS origin ON origin.place = origin_place
  -- Each payload once: an event may start many runs.
  LEFT JOIN (${SENT_PAYLOADS.select(PAYLOADS, 'place')}) AS payload ON payload.place = payload_place`;

/** Inserts runs. The caller wakes the queues of those that begin awake after the commit. */
export async function insertRuns(client: Transaction, runs: readonly NewRun[]): Promise<void> {
  if (runs.length === 0) return;
  const payloads = [...new Set(runs.flatMap(({ payload }) => payload ?? []))];
  const { origins, places } = findOrigins(runs, payloads);
  await client.query({
    name: 'insert-automation-runs',
    text: INSERT,
    values: [
      ...SENT_RUNS.values(runs.map((run, index) => ({ run, place: places[index] ?? 0 }))),
      ...SENT_ORIGINS.values(origins),
      ...SENT_PAYLOADS.values(payloads),
    ],
  });
}

/** The stored form of the values that runs share. */
interface RunOrigins {
  run: NewRun;
  inbox: string;
  /** The place of the payload, from 1; null: none. */
  payloadPlace: number | null;
}

/** @returns the different origins, and the place of each run's origin, from 1 */
function findOrigins(runs: readonly NewRun[], payloads: readonly object[]) {
  const payloadPlaces = new Map(payloads.map((payload, index) => [payload, index + 1]));
  const origins: RunOrigins[] = [];
  const known = new Map<string, number>();
  const places = runs.map((run) => {
    const { state, payload } = run;
    const inbox = toStoredInbox(state.inbox);
    const payloadPlace = payload === null ? null : (payloadPlaces.get(payload) ?? null);
    const key = [
      run.automationId,
      run.epoch,
      run.lane,
      run.beginsAwake,
      run.createdAt.getTime(),
      run.isExclusive,
      run.hops,
      payloadPlace,
      run.chain.join(),
      JSON.stringify(run.listens),
      inbox,
      state.stepKey,
      state.position,
      state.clock.getTime(),
      state.waitUntil?.getTime(),
    ].join('\n');
    const place = known.get(key) ?? origins.push({ run, inbox, payloadPlace });
    known.set(key, place);
    return place;
  });
  return { origins, places };
}

/** An address that has entered an automation which a contact enters only once. */
export interface Entry {
  automationId: string;
  emailKey: string;
}

/** Finds the contacts that have entered automations. @returns the entries that exist, in no order */
export async function findEntries(client: Transaction, asked: readonly Entry[]): Promise<Entry[]> {
  if (asked.length === 0) return [];
  const { rows } = await client.query<Entry>({
    name: 'find-automation-entries',
    text: `SELECT automation_id AS "automationId", email_key AS "emailKey"
           FROM unnest($1::uuid[], $2::text[]) AS asked (automation_id, email_key)
           JOIN automation_entries USING (automation_id, email_key)`,
    values: columnsOfEntries(asked),
  });
  return rows;
}

/** Records entries, in the order of their key. The contact of each is locked, so no other transaction records it. */
export async function insertEntries(client: Transaction, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  await client.query({
    name: 'insert-automation-entries',
    text: `INSERT INTO automation_entries (automation_id, email_key)
           SELECT * FROM unnest($1::uuid[], $2::text[]) AS entry (automation_id, email_key)
           ORDER BY automation_id, email_key ON CONFLICT DO NOTHING`,
    values: columnsOfEntries(entries),
  });
}

function columnsOfEntries(entries: readonly Entry[]): [string[], string[]] {
  return [entries.map(({ automationId }) => automationId), entries.map(({ emailKey }) => emailKey)];
}
