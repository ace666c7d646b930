// Announces what a transaction has changed of contacts: to webhooks, and to automations, as events of the service
// (docs/reference/events.md#events-of-the-service). Most accounts have neither: for them one look-up is all, and no
// contact is read. Automations hear of it last, because that locks the usage of the account
// (docs/architecture/guarantees.md#lock-order).
import type { SERVICE_EVENTS } from '../../contract/events/values.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { ServiceOccurrence } from '../automations/starting/occurrence.ts';
import type { EventTaker } from '../automations/starting/take-events.ts';
import type { Membership } from '../segments/memberships/add.ts';
import { fanOutEvents, selectAccountsWithWebhooks } from '../webhooks/fan-out.ts';
import { type Announcing, selectAnnounced } from './announce.ts';
import { type AnnouncedContact, buildContactEventData } from './event-data.ts';

/** What a transaction has changed. */
export interface ChangedContacts {
  created?: readonly string[];
  /** Contacts that show a change, without those that were created. */
  updated?: readonly string[];
  /** Contacts whose address has unsubscribed. */
  unsubscribed?: readonly string[];
  entered?: readonly Membership[];
  left?: readonly Membership[];
  /** True: they are rows of an import. Webhooks hear nothing of them, and runs start in the bulk lane. */
  areImported?: boolean;
}

/** Changes of an account that are announced together. */
export interface ChangeAnnouncing extends Announcing {
  eventTaker: EventTaker;
  /** The run that has changed the contact, with all automations that have led to it; by default none has. */
  causeOf?: (contact: {
    emailKey: string;
  }) => Pick<ServiceOccurrence, 'chain' | 'runId' | 'lane'> | undefined;
}

/** Announces changes. It must be the last work of a transaction that waits for locks. */
export async function announceChanges(
  client: Transaction,
  changed: ChangedContacts,
  announcing: ChangeAnnouncing,
): Promise<void> {
  const { eventTaker, now } = announcing;
  const occurrences = await collectOccurrences(client, changed, announcing);
  await eventTaker.take(client, occurrences, { now, beyondQuota: 'record' });
}

/** Announces changes to webhooks. @returns what automations are to hear of */
export async function collectOccurrences(
  client: Transaction,
  changed: ChangedContacts,
  announcing: Omit<ChangeAnnouncing, 'eventTaker'>,
): Promise<ServiceOccurrence[]> {
  const happened = happeningsOf(changed);
  if (happened.length === 0) return [];
  const { accountId } = announcing;
  const isHeard = await findHearers(client, accountId, happened);
  const hears = await chooseHeard(client, happened, isHeard);
  const isAnnounced = isHeard.byWebhook && !changed.areImported;
  const { created = [], updated = [] } = changed;
  const ids = [...(isAnnounced ? [...created, ...updated] : []), ...hears.map(({ contactId }) => contactId)];
  const contacts = await read(client, accountId, ids);
  if (isAnnounced) await announceToWebhooks(client, { created, updated }, contacts, announcing);
  const names = await findSegmentNames(client, hears);
  const lane = changed.areImported ? 'bulk' : 'event';
  return hears.flatMap((each) => {
    const contact = contacts.get(each.contactId);
    return contact ? [toOccurrence(each, contact, names, { ...announcing, lane })] : [];
  });
}

/** An event of the service about a contact. */
interface Happened {
  name: (typeof SERVICE_EVENTS)[number];
  contactId: string;
  segmentId?: string;
}

/** In the order in which the events of a contact happen. */
function happeningsOf({ created = [], updated = [], unsubscribed = [], ...changed }: ChangedContacts) {
  const { entered = [], left = [] } = changed;
  const happened: Happened[] = [
    ...created.map((contactId) => ({ name: 'contact.created' as const, contactId })),
    ...updated.map((contactId) => ({ name: 'contact.updated' as const, contactId })),
    ...unsubscribed.map((contactId) => ({ name: 'contact.unsubscribed' as const, contactId })),
    ...entered.map((membership) => ({ name: 'segment.entered' as const, ...membership })),
    ...left.map((membership) => ({ name: 'segment.left' as const, ...membership })),
  ];
  return happened;
}

/** Who may hear of changes. */
interface Hearers {
  byWebhook: boolean;
  /** An automation has one of the events as its trigger. */
  byTrigger: boolean;
  /** The account has an automation, whose runs may wait for one of the events. */
  byRun: boolean;
}

const FIND_HEARERS = `
  SELECT $1 IN (${selectAccountsWithWebhooks('ARRAY[$1]::uuid[]')}) AS "byWebhook",
         EXISTS (SELECT FROM automations
                 WHERE account_id = $1 AND trigger = ANY($2::text[]) AND deleted_at IS NULL) AS "byTrigger",
         EXISTS (SELECT FROM automations WHERE account_id = $1 AND deleted_at IS NULL) AS "byRun"`;

async function findHearers(
  client: Transaction,
  accountId: string,
  happened: readonly Happened[],
): Promise<Hearers> {
  const { rows } = await client.query<Hearers>({
    name: 'find-hearers-of-contacts',
    text: FIND_HEARERS,
    values: [accountId, [...new Set(happened.map(({ name }) => name))]],
  });
  return rows[0] ?? { byWebhook: false, byTrigger: false, byRun: false };
}

/** The events that an automation or a run may hear. A contact that is created has no runs. */
async function chooseHeard(
  client: Transaction,
  happened: readonly Happened[],
  { byTrigger, byRun }: Hearers,
): Promise<readonly Happened[]> {
  if (byTrigger) return happened;
  const created = new Set(
    happened.flatMap(({ name, contactId }) => (name === 'contact.created' ? [contactId] : [])),
  );
  const known = happened.filter(({ contactId }) => !created.has(contactId));
  if (!byRun || known.length === 0) return [];
  const { rows } = await client.query<{ contactId: string }>({
    name: 'find-contacts-with-waiting-runs',
    text: `SELECT DISTINCT contact_id AS "contactId" FROM automation_runs
           WHERE contact_id = ANY($1::uuid[]) AND status = 'running' AND listens && $2::text[]`,
    values: [
      [...new Set(known.map(({ contactId }) => contactId))],
      [...new Set(known.map(({ name }) => name))],
    ],
  });
  const waiting = new Set(rows.map(({ contactId }) => contactId));
  return known.filter(({ contactId }) => waiting.has(contactId));
}

async function read(
  client: Transaction,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AnnouncedContact>> {
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<AnnouncedContact>({
    name: 'read-changed-contacts',
    text: selectAnnounced('true'),
    values: [accountId, [...new Set(ids)]],
  });
  return new Map(rows.map((contact) => [contact.id, contact]));
}

async function announceToWebhooks(
  client: Transaction,
  { created, updated }: Record<'created' | 'updated', readonly string[]>,
  contacts: ReadonlyMap<string, AnnouncedContact>,
  { accountId, now, queues }: Announcing,
): Promise<void> {
  const eventsOf = (type: 'contact.created' | 'contact.updated', ids: readonly string[]) =>
    [...ids].sort().flatMap((id) => {
      const contact = contacts.get(id);
      return contact ? [{ accountId, type, data: buildContactEventData(contact), createdAt: now }] : [];
    });
  const events = [...eventsOf('contact.created', created), ...eventsOf('contact.updated', updated)];
  await fanOutEvents(client, events, queues);
}

async function findSegmentNames(
  client: Transaction,
  happened: readonly Happened[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(happened.flatMap(({ segmentId }) => segmentId ?? []))];
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; name: string }>({
    name: 'find-names-of-segments',
    text: 'SELECT id, name FROM segments WHERE id = ANY($1::uuid[])',
    values: [ids],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function toOccurrence(
  { name, segmentId }: Happened,
  contact: AnnouncedContact,
  names: ReadonlyMap<string, string>,
  { accountId, now, causeOf, lane }: Omit<ChangeAnnouncing, 'eventTaker'> & Pick<ServiceOccurrence, 'lane'>,
): ServiceOccurrence {
  const { id: contactId, audienceId, emailKey } = contact;
  const data = buildContactEventData(contact);
  return {
    kind: 'service',
    ...{ name, accountId, audienceId, contactId, emailKey, at: now },
    ...(causeOf?.(contact) ?? { chain: [], lane }),
    payload:
      segmentId === undefined
        ? data
        : { segment: { id: segmentId, name: names.get(segmentId) ?? null }, contact: data },
  };
}

/**
 * Locks the contacts of addresses in all audiences, if the account has automations, which hear of what the addresses
 * decide. Call it once, before the transaction locks any contact, with every address whose contacts it locks: the order
 * is that in which events lock contacts (shared/resources/automations/starting/find-affected.ts).
 */
export async function lockHearers(
  client: Transaction,
  accountId: string,
  emailKeys: readonly string[],
): Promise<void> {
  if (emailKeys.length === 0) return;
  await client.query({
    name: 'lock-contacts-for-automations',
    text: `SELECT id FROM contacts WHERE account_id = $1 AND email_key = ANY($2::text[])
             AND EXISTS (SELECT FROM automations WHERE account_id = $1 AND deleted_at IS NULL)
           ORDER BY account_id, email_key, audience_id FOR NO KEY UPDATE`,
    values: [accountId, emailKeys],
  });
}
