// Records events of an address that no other row has: writes of its contacts by requests, with their actors, decisions,
// and refused requests about it (docs/architecture/timelines.md). A write and its record are one transaction.
import type { TIMELINE_ACTORS } from '../../../contract/people/values.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { TopicSubscription } from '../topics/topic.ts';
import type { ContactTracking } from '../tracking-refusals/refusals.ts';

/** The actor: `person` is the person of the address, and has no id. */
export interface TimelineActor {
  type: (typeof TIMELINE_ACTORS)[number];
  id: string | null;
}

/** The person of the address, on a page or by a mail client. */
export const BY_PERSON: TimelineActor = { type: 'person', id: null };
export const BY_OPERATOR: TimelineActor = { type: 'operator', id: null };

/** The changes of a write; absent fields have not changed. */
export interface RecordedChange {
  /** Names of fields, `properties.plan` of a property. */
  fields?: readonly string[] | undefined;
  unsubscribed?: boolean | undefined;
  tracking?: ContactTracking | undefined;
  /** Ids of segments that the contact has entered and left. */
  entered?: readonly string[] | undefined;
  left?: readonly string[] | undefined;
  topics?: readonly { id: string; subscription: TopicSubscription }[] | undefined;
}

/** The refused request, and the reason. */
export interface RecordedRefusal {
  /** The subject of an email; null: it has none. */
  subject?: string | null;
  from?: string | null;
  /** Name of the event. */
  event?: string;
  reason: string;
  message: string;
}

/** One record. */
export type TimelineRecord = { emailKey: string; contactId?: string | undefined } & (
  | {
      type:
        | 'contact.created'
        | 'contact.updated'
        | 'contact.deleted'
        | 'preferences.changed'
        | 'suppression.added'
        | 'suppression.removed';
      data: RecordedChange;
    }
  | { type: 'email.refused' | 'event.refused'; data: RecordedRefusal }
);

/** The owner of the records, and the actor. */
export interface RecordedAct {
  accountId: string;
  /** Undefined: another row says it, such as the step of a run, or it is not to be known; nothing is recorded. */
  by: TimelineActor | undefined;
  now: Date;
}

/** A record of a write is small: it has the names of fields, not their values. */
const INSERT = `
  INSERT INTO timeline_records (id, account_id, email_key, type, contact_id, by_type, by_id, data, created_at)
  SELECT uuid_v7(at), account_id, email_key, type, contact_id, by_type, by_id, data::jsonb, at
  FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[], $7::uuid[], $8::text[])
    AS given (account_id, by_type, by_id, at, email_key, type, contact_id, data)`;

/** Stores what one act has done. */
export async function recordOnTimeline(
  database: Queryable,
  { accountId, by, now }: RecordedAct,
  records: readonly TimelineRecord[],
): Promise<void> {
  if (!by) return;
  await insertTimelineRecords(
    database,
    records.map((record) => ({ ...record, accountId, by, now })),
  );
}

/** A record with its act. */
export type ActRecord = TimelineRecord & RecordedAct & { by: TimelineActor };

/** Stores records of several acts in one statement. */
export async function insertTimelineRecords(
  database: Queryable,
  records: readonly ActRecord[],
): Promise<void> {
  if (records.length === 0) return;
  await database.query({
    name: 'insert-timeline-records',
    text: INSERT,
    values: [
      records.map(({ accountId }) => accountId),
      records.map(({ by }) => by.type),
      records.map(({ by }) => by.id),
      records.map(({ now }) => now),
      records.map(({ emailKey }) => emailKey),
      records.map(({ type }) => type),
      records.map(({ contactId }) => contactId ?? null),
      records.map(({ data }) => JSON.stringify(data)),
    ],
  });
}
