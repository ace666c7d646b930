// Records an event that was sent and refused because of a limit, for the timeline of its person: nothing else is stored of
// it (docs/architecture/timelines.md).
import type { DomainError } from '../../../contract/domain-error.ts';
import type { ErrorName } from '../../../contract/errors.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { recordOnTimeline, type TimelineActor } from '../../audience/timeline-records/record.ts';
import type { EventToSend } from './event-to-send.ts';

/** Refusals about which the client may do nothing at the moment. Others are faults of the request. */
const RECORDED: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'automation_quota_exceeded',
  'contact_limit_reached',
]);

/** Records the refusal of an event, if it is because of a limit. */
export async function recordRefusedEvent(
  database: Queryable,
  { accountId, name: event, contact, at: now }: EventToSend,
  { name: reason, message }: DomainError,
  by: TimelineActor,
): Promise<void> {
  if (!RECORDED.has(reason)) return;
  const emailKey = 'key' in contact ? contact.key : await findEmailKey(database, accountId, contact.id);
  if (emailKey === undefined) return;
  const contactId = 'id' in contact ? contact.id : undefined;
  const record = { type: 'event.refused' as const, emailKey, contactId, data: { event, reason, message } };
  await recordOnTimeline(database, { accountId, by, now }, [record]);
}

async function findEmailKey(
  database: Queryable,
  accountId: string,
  contactId: string,
): Promise<string | undefined> {
  const { rows } = await database.query<{ emailKey: string }>({
    name: 'find-address-of-contact',
    text: 'SELECT email_key AS "emailKey" FROM contacts WHERE account_id = $1 AND id = $2',
    values: [accountId, contactId],
  });
  return rows[0]?.emailKey;
}
