// Empties the events of an erased person's contacts: their payloads may say anything about the person.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import { eraseTimelineRecords } from '../../../audience/timeline-records/erase.ts';
import type { PhaseContext, Progress } from '../../../foundation/erasing/phase.ts';

/** The events that one step empties. */
export interface EventsOfContacts {
  accountId: string;
  contactIds: readonly string[];
  /** Contact and id of the last event of the step before. */
  after: readonly [contactId: string, id: string];
  limit: number;
}

const FIND = `
  SELECT contact_id AS "contactId", id FROM received_events
  WHERE contact_id = ANY($2::uuid[]) AND account_id = $1 AND (contact_id, id) > ($3, $4)
  ORDER BY contact_id, id LIMIT $5`;

/**
 * Empties the next events.
 * @returns contact and id of the last one; undefined: there are no more
 */
export async function eraseReceivedEvents(
  client: Transaction,
  { accountId, contactIds, after, limit }: EventsOfContacts,
): Promise<readonly [contactId: string, id: string] | undefined> {
  const { rows } = await client.query<{ contactId: string; id: string }>({
    name: 'find-events-to-erase',
    text: FIND,
    values: [accountId, contactIds, ...after, limit],
  });
  const last = rows.at(-1);
  if (!last) return undefined;
  await client.query({
    name: 'erase-received-events',
    text: 'UPDATE received_events SET payload = NULL WHERE id = ANY($1::uuid[])',
    values: [rows.map(({ id }) => id)],
  });
  return [last.contactId, last.id];
}

/** Rows of one step; an event may have 64 KiB, which is not read. */
const STEP_ROWS = 200;

/** The phase of an erasure that empties received events, and deletes the records of the address. */
export async function eraseEvents({ client, erasure }: PhaseContext): Promise<Progress> {
  const { accountId, contactIds, emailKey, createdAt: until, position } = erasure;
  const [contactId = NIL_UUID, id = NIL_UUID] = position;
  const place = { accountId, contactIds, after: [contactId, id], limit: STEP_ROWS } as const;
  const last = await eraseReceivedEvents(client, place);
  if (last) return { position: last };
  if (await eraseTimelineRecords(client, { accountId, emailKey, until })) return { position };
  return { isOver: true };
}
