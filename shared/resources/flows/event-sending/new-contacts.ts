// Stores an event about a new contact, an address that is not a contact yet: one transaction creates the contact as every
// contact write does, takes in what that causes and the event, and finishes the idempotency key. When any part is
// refused, nothing is stored.

import type { Queryable } from '../../../platform/db/connect.ts';
import {
  findCommitted,
  findStoredIds,
  findTransactionId,
  type SentCommit,
} from '../../../platform/db/group-store/find-committed.ts';
import { isDatabaseUnavailable } from '../../../platform/failures/unavailable.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { collectChanges } from '../../audience/contact-events/announce.ts';
import type { ContactListener } from '../../audience/contact-events/contact-listener.ts';
import {
  type ContactWrite,
  type ContactWriteDeps,
  writeContacts,
} from '../../audience/contact-writes/write-contacts.ts';
import { lockDefinitions } from '../../audience/contacts/save/definitions.ts';
import { upsertContacts } from '../../audience/contacts/save/upsert.ts';
import { recordOnTimeline } from '../../audience/timeline-records/record.ts';
import { finishKeys } from '../../foundation/idempotency/keys.ts';
import type { EventIntake } from '../automations/intake/event-intake.ts';
import { automationQuotaExceeded } from '../automations/intake/run-quota.ts';
import { type IncomingEvent, type IntakeOutcome, serviceEventsOf } from '../events/incoming-event.ts';
import { describeSent } from './describe-sent.ts';
import { DomainMovedError } from './domain-moved-error.ts';
import type { NewContactEvent, SentEvent } from './event-to-send.ts';
import { answerUnderKey, incomingEventOf, refusalOf } from './store.ts';

/** Dependencies of storing. */
export interface NewContactDeps extends ContactWriteDeps {
  ids: Ids;
  queues: QueueProducer;
  /** The intake, which is one of the listeners. */
  eventIntake: EventIntake;
  contactListeners: readonly ContactListener[];
}

/**
 * Stores an event. The caller has the account's turn to write contacts (contact-writes/lanes.ts).
 * @throws DomainError `contact_limit_reached`, `contacts_busy`, `contacts_timeout`, `automation_quota_exceeded`
 */
export async function storeNewContactEvent(
  deps: NewContactDeps,
  newContact: NewContactEvent,
): Promise<SentEvent> {
  const { event } = newContact;
  /** Set when nothing but COMMIT is left. */
  const last: { commit?: SentCommit; sent?: SentEvent } = {};
  try {
    return await writeContacts(deps, event.accountId, async (write) => {
      const transactionId = await findTransactionId(write.client);
      last.sent = await store(write, deps, newContact);
      last.commit = { transactionId, sentAtMs: performance.now() };
      return last.sent;
    });
  } catch (error) {
    const { commit, sent } = last;
    if (!commit || !sent || !isDatabaseUnavailable(error)) throw refusalOf(error);
    const find = (connection: Queryable) => findStoredIds(connection, 'received_events', [sent.id]);
    if ((await findCommitted(deps.database, commit, find)).has(sent.id)) return sent;
    throw error;
  }
}

async function store(
  write: ContactWrite,
  deps: NewContactDeps,
  newContact: NewContactEvent,
): Promise<SentEvent> {
  const { client } = write;
  const { event } = newContact;
  const { contactId, contactCreated, caused } = await createContact(write, deps, newContact);
  const placed = { event, contactId, domainId: newContact.domainId, audienceId: newContact.audienceId };
  // The effects of creating the contact precede the event.
  const sent = { ...incomingEventOf(placed), id: undefined };
  const options = { now: event.at, beyondQuota: 'refuse' as const };
  const all = await deps.eventIntake.take(client, [...caused, sent], options);
  for (const each of all) refuse(each);
  const taken = all.at(-1);
  const id = taken?.outcome === 'taken' ? taken.eventIds[0] : undefined;
  if (taken?.outcome !== 'taken' || id === undefined) throw new Error('The contact of an event is gone.');
  const stored = { ...placed, event: { ...event, id } };
  if (contactCreated) {
    const act = { accountId: event.accountId, by: { type: 'event' as const, id }, now: event.at };
    const record = {
      type: 'contact.created' as const,
      emailKey: newContact.address.key,
      contactId,
      data: {},
    };
    await recordOnTimeline(client, act, [record]);
  }
  const [described] = await describeSent(client, [stored], [taken], { contactCreated });
  if (!described || 'outcome' in described) throw new Error('A stored event was not described.');
  await finishKeys(client, answerUnderKey(stored.event, described));
  return described;
}

function refuse(taken: IntakeOutcome): void {
  if (taken.outcome === 'moved') throw new DomainMovedError();
  if (taken.outcome === 'over_quota') throw automationQuotaExceeded(taken.limit);
}

/** Creates the contact, unless another request has just created it. @returns what that causes */
async function createContact(
  write: ContactWrite,
  { ids, queues, eventIntake, contactListeners }: NewContactDeps,
  { event: { accountId, at: now }, audienceId, address: { address, key } }: NewContactEvent,
): Promise<{ contactId: string; contactCreated: boolean; caused: readonly IncomingEvent[] }> {
  const { client } = write;
  const wanted = { accountId, audienceId, segmentIds: [], topicIds: [], hasProperties: false };
  await lockDefinitions(client, wanted);
  const given = { email: address, emailKey: key, unsubscribed: false, refusesTracking: false };
  const contact = { ...given, values: [], segmentIds: [], topics: [] };
  const destination = { accountId, audienceId, now };
  const [written] = await upsertContacts(client, destination, [{ id: ids.next(), contact }], 'skip');
  if (!written) throw new Error('A contact was neither inserted nor found.');
  const contactId = written.id;
  if (written.outcome !== 'created') return { contactId, contactCreated: false, caused: [] };
  await write.count(1);
  const announcing = { accountId, now, queues, contactListeners };
  const caused: IncomingEvent[] = [];
  for (const { listener, events } of await collectChanges(client, { created: [contactId] }, announcing))
    if (listener === eventIntake) caused.push(...serviceEventsOf(events));
    else await listener.onChange(client, events, now);
  return { contactId, contactCreated: true, caused };
}
