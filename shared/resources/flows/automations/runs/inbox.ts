// The stored form of a run's inbox: without the payloads, which are in the events themselves, however many runs and
// waits refer to them.
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { InboxEntry } from '../engine/run-state.ts';

/** The stored form of an entry. */
export type StoredInboxEntry = Omit<InboxEntry, 'payload'>;

/** @returns JSON */
export function toStoredInbox(inbox: readonly InboxEntry[]): string {
  return JSON.stringify(inbox.map(({ payload: _, ...entry }): StoredInboxEntry => entry));
}

/**
 * Reads the payloads of entries.
 * @returns what gives an entry its payload; null for an event that was removed since, after its retention
 */
export async function findInboxPayloads(
  database: Queryable,
  entries: readonly StoredInboxEntry[],
): Promise<(entry: StoredInboxEntry) => InboxEntry> {
  const ids = [...new Set(entries.map(({ id }) => id))];
  const payloads = new Map<string, unknown>();
  if (ids.length > 0) {
    const { rows } = await database.query<{ id: string; payload: unknown }>({
      name: 'find-payloads-of-inboxes',
      text: 'SELECT id, payload FROM received_events WHERE id = ANY($1::uuid[])',
      values: [ids],
    });
    for (const { id, payload } of rows) payloads.set(id, payload);
  }
  return (entry) => ({ ...entry, payload: payloads.get(entry.id) ?? null });
}
