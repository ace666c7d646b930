// The entries of records: writes of contacts, decisions, and requests that were refused.
import type { Queryable } from '../../../../platform/db/connect.ts';
import type {
  RecordedChange,
  RecordedRefusal,
  TimelineActor,
  TimelineRecord,
} from '../../../audience/timeline-records/record.ts';
import { NO_DETAILS, type TimelineChange, type TimelineEntry } from '../entry.ts';
import type { WantedEntries } from './wanted.ts';

interface RecordOfPage {
  id: string;
  type: TimelineRecord['type'];
  contactId: string | null;
  byType: TimelineActor['type'];
  byId: string | null;
  data: RecordedChange & Partial<RecordedRefusal>;
  createdAt: Date;
  /** Id → name, of the segments and topics that still exist. */
  names: Record<string, string>;
}

const READ = `
  SELECT id, type, contact_id AS "contactId", by_type AS "byType", by_id AS "byId", data, created_at AS "createdAt",
         (SELECT coalesce(json_object_agg(named.id, named.name), '{}') FROM (
            SELECT segments.id, name FROM segments WHERE segments.account_id = $1 AND segments.id::text IN (
              SELECT jsonb_array_elements_text(coalesce(data -> 'entered', '[]') || coalesce(data -> 'left', '[]')))
            UNION ALL
            SELECT topics.id, name FROM topics WHERE topics.account_id = $1 AND topics.id::text IN (
              SELECT topic ->> 'id' FROM jsonb_array_elements(coalesce(data -> 'topics', '[]')) AS topic)
          ) AS named) AS names
  FROM timeline_records WHERE account_id = $1 AND id = ANY($2::uuid[])`;

/** Reads records of a page. */
export async function readRecords(
  database: Queryable,
  { accountId, ids }: WantedEntries,
): Promise<TimelineEntry[]> {
  const { rows } = await database.query<RecordOfPage>(READ, [accountId, ids]);
  return rows.map((record) => {
    const { id, type, contactId, byType, byId, createdAt } = record;
    const by = { type: byType, id: byId };
    return { ...NO_DETAILS, id, type, createdAt, contactId, by, ...detailsOf(record) };
  });
}

function detailsOf({ type, data, names }: RecordOfPage): Partial<TimelineEntry> {
  const { reason = null, message = null, subject = null, from = null, event: name = '' } = data;
  if (type === 'email.refused') {
    const nothing = { id: null, kind: null, status: null, source: null, topicId: null, automationId: null };
    const never = { scheduledAt: null, smtpCode: null, smtpReply: null, hits: [], vote: null };
    const email = { ...nothing, ...never, subject, from };
    return { reason, message, email };
  }
  if (type === 'event.refused')
    return { reason, message, event: { id: null, name, domain: null, waitsResolved: 0, automations: [] } };
  return { change: changeOf(data, names) };
}

function changeOf(data: RecordedChange, names: Readonly<Record<string, string>>): TimelineChange {
  const named = (id: string) => ({ id, name: names[id] ?? null });
  return {
    fields: [...(data.fields ?? [])],
    unsubscribed: data.unsubscribed ?? null,
    tracking: data.tracking ?? null,
    entered: (data.entered ?? []).map(named),
    left: (data.left ?? []).map(named),
    topics: (data.topics ?? []).map(({ id, subscription }) => ({ ...named(id), subscription })),
  };
}
