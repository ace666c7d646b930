// Inserts runs that start, as rows of work that can be claimed at once, and records who has entered an automation that
// everybody enters once.
import { textArrayLiteral } from '../../../platform/db/array-literal.ts';
import { textArray } from '../../../platform/db/text-array.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { RunState } from '../engine/run-state.ts';
import { toStoredInbox } from '../runs/inbox.ts';

/** A run that starts. */
export interface NewRun {
  id: string;
  accountId: string;
  automationId: string;
  versionId: string;
  epoch: number;
  domainId: string;
  contactId: string;
  /** The event that starts it. */
  sourceId: string;
  isExclusive: boolean;
  chain: readonly string[];
  payload: object | null;
  listens: readonly string[];
  state: RunState;
  createdAt: Date;
}

const INSERT = `
  INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
                               is_exclusive, chain, payload, inbox, listens, step_key, position, clock, wait_until,
                               created_at, next_attempt_at, woken_at)
  SELECT id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id, is_exclusive,
         chain::uuid[], payload.json::json, inbox::json, listens::text[], step_key, position, clock, wait_until,
         created_at, created_at, clock_timestamp()
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::integer[], $6::uuid[], $7::uuid[], $8::uuid[],
              $9::boolean[], $10::text[], $11::integer[], $12::text[], $13::text[], $14::text[], $15::smallint[],
              $16::timestamptz[], $17::timestamptz[], $18::timestamptz[])
    AS run (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id, is_exclusive, chain,
            payload_place, inbox, listens, step_key, position, clock, wait_until, created_at)
  -- Each payload once: an event may start many runs.
  LEFT JOIN unnest($19::text[]) WITH ORDINALITY AS payload (json, place) ON place = payload_place`;

/** Inserts runs. The caller wakes them after the commit. */
export async function insertRuns(client: Transaction, runs: readonly NewRun[]): Promise<void> {
  if (runs.length === 0) return;
  const payloads = [...new Set(runs.flatMap(({ payload }) => payload ?? []))];
  await client.query({
    name: 'insert-automation-runs',
    text: INSERT,
    values: [
      ...originColumns(runs, payloads),
      ...stateColumns(runs),
      textArray(payloads.map((payload) => JSON.stringify(payload))),
    ],
  });
}

function originColumns(runs: readonly NewRun[], payloads: readonly object[]): unknown[] {
  const places = new Map(payloads.map((payload, index) => [payload, index + 1]));
  return [
    runs.map(({ id }) => id),
    runs.map(({ accountId }) => accountId),
    runs.map(({ automationId }) => automationId),
    runs.map(({ versionId }) => versionId),
    runs.map(({ epoch }) => epoch),
    runs.map(({ domainId }) => domainId),
    runs.map(({ contactId }) => contactId),
    runs.map(({ sourceId }) => sourceId),
    runs.map(({ isExclusive }) => isExclusive),
    runs.map(({ chain }) => textArrayLiteral(chain)),
    runs.map(({ payload }) => (payload === null ? null : places.get(payload))),
  ];
}

function stateColumns(runs: readonly NewRun[]): unknown[] {
  return [
    runs.map(({ state }) => toStoredInbox(state.inbox)),
    runs.map(({ listens }) => textArrayLiteral(listens)),
    runs.map(({ state }) => state.stepKey),
    runs.map(({ state }) => state.position),
    runs.map(({ state }) => state.clock),
    runs.map(({ state }) => state.waitUntil),
    runs.map(({ createdAt }) => createdAt),
  ];
}

/** Somebody who has entered an automation that everybody enters once. */
export interface Entry {
  automationId: string;
  emailKey: string;
}

/** Finds who has entered automations. @returns the entries that exist, in no order */
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

/** Records entries, in the order of their key. The contact of each is locked, so that nobody else records it. */
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
