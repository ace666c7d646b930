// Stores an event about an address that is no contact yet: one transaction creates the contact as every contact write
// does (with the contact limit of the account), takes what that causes and the event, and finishes the idempotency key.
// Whatever is refused, nothing is left of it.

import { findCommitted } from '../../../platform/db/group-store/find-committed.ts';
import { isDatabaseUnavailable } from '../../../platform/db/unavailable.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import type { Occurrence, TakenOccurrence } from '../../automations/starting/occurrence.ts';
import { automationQuotaExceeded } from '../../automations/starting/run-quota.ts';
import type { EventTaker } from '../../automations/starting/take-events.ts';
import { collectOccurrences } from '../../contacts/announce-changes.ts';
import { lockDefinitions } from '../../contacts/save/definitions.ts';
import { upsertContacts } from '../../contacts/save/upsert.ts';
import {
  type ContactWrite,
  type ContactWriteDeps,
  writeContacts,
} from '../../contacts/writing/write-contacts.ts';
import { finishKeys } from '../../idempotency/keys.ts';
import type { NewcomerEvent, SentEvent } from './event-to-send.ts';
import {
  answerUnderKey,
  findStoredEvents,
  findTransactionId,
  occurrenceOf,
  refusalOf,
  toSent,
} from './store.ts';

/** Dependencies of storing. */
export interface NewcomerDeps extends ContactWriteDeps {
  ids: Ids;
  queues: QueueProducer;
  eventTaker: EventTaker;
}

/**
 * Stores an event. The caller has the account's turn to write contacts (contacts/writing/lanes.ts).
 * @throws DomainError `contact_limit_reached`, `contacts_busy`, `contacts_timeout`, `automation_quota_exceeded`
 */
export async function storeNewcomerEvent(deps: NewcomerDeps, newcomer: NewcomerEvent): Promise<SentEvent> {
  const { event } = newcomer;
  /** Set when nothing but COMMIT is left. */
  const last: { transactionId?: string; sent?: SentEvent } = {};
  try {
    return await writeContacts(deps, event.accountId, async (write) => {
      last.transactionId = await findTransactionId(write.client);
      last.sent = await store(write, deps, newcomer);
      return last.sent;
    });
  } catch (error) {
    const { transactionId, sent } = last;
    if (!transactionId || !sent || !isDatabaseUnavailable(error)) throw refusalOf(error);
    const find = () => findStoredEvents(deps.database, [sent.id]);
    if ((await findCommitted(deps.database, transactionId, find)).has(sent.id)) return sent;
    throw error;
  }
}

async function store(write: ContactWrite, deps: NewcomerDeps, newcomer: NewcomerEvent): Promise<SentEvent> {
  const { client } = write;
  const { event } = newcomer;
  const { contactId, occurrences } = await createContact(write, deps, newcomer);
  // What creating the contact causes comes before the event.
  const sent = { ...occurrenceOf({ ...newcomer, contactId }), id: undefined };
  const options = { now: event.at, beyondQuota: 'refuse' as const };
  const all = await deps.eventTaker.take(client, [...occurrences, sent], options);
  for (const each of all) refuse(each);
  const taken = all.at(-1);
  const id = taken?.outcome === 'taken' ? taken.eventIds[0] : undefined;
  if (taken?.outcome !== 'taken' || id === undefined) throw new Error('The contact of an event is gone.');
  const stored = { ...event, id };
  await finishKeys(client, answerUnderKey(stored, taken));
  return toSent(stored, taken);
}

function refuse(taken: TakenOccurrence): void {
  if (taken.outcome === 'over_quota') throw automationQuotaExceeded(taken.limit);
}

/** Creates the contact, unless another request has created it meanwhile. @returns what that causes */
async function createContact(
  write: ContactWrite,
  { ids, queues }: NewcomerDeps,
  { event: { accountId, at: now }, audienceId, address: { address, key } }: NewcomerEvent,
): Promise<{ contactId: string; occurrences: readonly Occurrence[] }> {
  const { client } = write;
  const wanted = { accountId, audienceId, segmentIds: [], topicIds: [], hasProperties: false };
  await lockDefinitions(client, wanted);
  const given = { email: address, emailKey: key, firstName: undefined, lastName: undefined };
  const contact = { ...given, unsubscribed: false, values: [], segmentIds: [], topics: [] };
  const destination = { accountId, audienceId, now };
  const [written] = await upsertContacts(client, destination, [{ id: ids.next(), contact }], 'skip');
  if (!written) throw new Error('A contact was neither inserted nor found.');
  const contactId = written.id;
  if (written.outcome !== 'created') return { contactId, occurrences: [] };
  await write.count(1);
  const announcing = { accountId, now, queues };
  return { contactId, occurrences: await collectOccurrences(client, { created: [contactId] }, announcing) };
}
