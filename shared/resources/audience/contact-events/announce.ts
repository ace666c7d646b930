// Announces a transaction's changes of contacts: webhooks and the listeners of the process receive one list of changes.
// Most accounts have neither: for them it only does one look-up each, and reads no contact. Listeners receive it last,
// because automations lock the usage of the account (docs/architecture/guarantees.md#lock-order).
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import {
  type AccountEvent,
  fanOutEvents,
  selectAccountsWithWebhooks,
} from '../../foundation/webhooks/fan-out.ts';
import { CONTACT_COLUMNS } from '../contact-fields/contact.ts';
import type { Membership } from '../segments/memberships/add.ts';
import type { TopicChoice } from '../topics/choices/choose.ts';
import type { AnnouncedChange, ChangeCause, ContactEvent, ContactListener } from './contact-listener.ts';
import { type AnnouncedContact, buildContactEventData, topicChoicesData } from './event-data.ts';

/** The changes of a transaction. */
export interface ChangedContacts {
  created?: readonly string[];
  /** Contacts that show a change, without those that were created. */
  updated?: readonly string[];
  /** Contacts that will be deleted: they are announced before, in their present state. */
  deleted?: readonly string[];
  /** Contacts whose address has unsubscribed. */
  unsubscribed?: readonly string[];
  entered?: readonly Membership[];
  left?: readonly Membership[];
  /** Choices about topics that have changed something, with the addresses as the contacts have them, by key form. */
  topics?: { choices: readonly TopicChoice[]; emails: ReadonlyMap<string, string> };
  /** True: they are rows of an import. Webhooks do not receive them, and runs start in the bulk lane. */
  areImported?: boolean;
}

/** Changes of an account that are announced together. */
export interface Announcing {
  accountId: string;
  now: Date;
  queues: QueueProducer;
  contactListeners: readonly ContactListener[];
  /** The cause of the change of a contact; by default a request of the account. */
  causeOf?: (contact: { emailKey: string }) => ChangeCause | undefined;
}

/** Announces changes. It must be the last work of a transaction that waits for locks, but for deletions. */
export async function announceChanges(
  client: Transaction,
  changed: ChangedContacts,
  announcing: Announcing,
): Promise<void> {
  for (const { listener, events } of await collectChanges(client, changed, announcing))
    await listener.onChange(client, events, announcing.now);
}

/** Announces changes to webhooks. @returns what each listener has chosen, and receives last */
export async function collectChanges(
  client: Transaction,
  changed: ChangedContacts,
  announcing: Announcing,
): Promise<{ listener: ContactListener; events: ContactEvent[] }[]> {
  const { accountId, contactListeners } = announcing;
  const happened = changesOf(changed);
  if (happened.length === 0 && !changed.topics?.choices.length) return [];
  const [isHooked, ...choices] = await Promise.all([
    !changed.areImported && hasWebhook(client, accountId),
    ...contactListeners.map((listener) => listener.choose(client, accountId, happened)),
  ]);
  const hooked = isHooked ? happened.filter(isHookedEvent) : [];
  const contacts = await read(client, accountId, [...hooked, ...choices.flat()]);
  if (isHooked) await announceToWebhooks(client, hooked, contacts, changed, announcing);
  const names = await findSegmentNames(client, choices.flat());
  const lane = changed.areImported ? 'bulk' : 'event';
  return choices.flatMap((chosen, place) => {
    const listener = contactListeners[place];
    const events = chosen.flatMap((each) => toEvent(each, contacts, names, { ...announcing, lane }));
    return listener && events.length > 0 ? [{ listener, events }] : [];
  });
}

/** The happenings in the order in which the events of a contact occur. */
function changesOf(changed: ChangedContacts): AnnouncedChange[] {
  const { created = [], updated = [], deleted = [], unsubscribed = [], entered = [], left = [] } = changed;
  return [
    ...created.map((contactId) => ({ name: 'contact.created' as const, contactId })),
    ...updated.map((contactId) => ({ name: 'contact.updated' as const, contactId })),
    ...deleted.map((contactId) => ({ name: 'contact.deleted' as const, contactId })),
    ...unsubscribed.map((contactId) => ({ name: 'contact.unsubscribed' as const, contactId })),
    ...entered.map((membership) => ({ name: 'segment.entered' as const, ...membership })),
    ...left.map((membership) => ({ name: 'segment.left' as const, ...membership })),
  ];
}

async function hasWebhook(client: Transaction, accountId: string): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'find-webhook-of-account',
    text: `${selectAccountsWithWebhooks('ARRAY[$1]::uuid[]')} LIMIT 1`,
    values: [accountId],
  });
  return rowCount === 1;
}

const HOOKED_EVENTS = ['contact.created', 'contact.updated', 'contact.deleted'] as const;

type HookedChange = AnnouncedChange & { name: (typeof HOOKED_EVENTS)[number] };

function isHookedEvent(happened: AnnouncedChange): happened is HookedChange {
  return (HOOKED_EVENTS as readonly string[]).includes(happened.name);
}

/** The contacts of a deleted audience are left out. */
const READ = `
  SELECT ${CONTACT_COLUMNS},
         ARRAY(SELECT segment_id FROM segment_contacts JOIN segments ON segments.id = segment_id
               WHERE contact_id = contacts.id ORDER BY segment_id) AS "segmentIds"
  FROM contacts JOIN audiences ON audiences.id = audience_id AND deleted_at IS NULL
  WHERE contacts.account_id = $1 AND contacts.id = ANY($2::uuid[])
  ORDER BY contacts.id`;

async function read(
  client: Transaction,
  accountId: string,
  happened: readonly AnnouncedChange[],
): Promise<ReadonlyMap<string, AnnouncedContact>> {
  if (happened.length === 0) return new Map();
  const { rows } = await client.query<AnnouncedContact>({
    name: 'read-changed-contacts',
    text: READ,
    values: [accountId, [...new Set(happened.map(({ contactId }) => contactId))]],
  });
  return new Map(rows.map((contact) => [contact.id, contact]));
}

/** Choices are first: one event for each address. */
async function announceToWebhooks(
  client: Transaction,
  happened: readonly HookedChange[],
  contacts: ReadonlyMap<string, AnnouncedContact>,
  { topics }: ChangedContacts,
  { accountId, now: createdAt, queues }: Announcing,
): Promise<void> {
  const chosen = topics ? topicChoicesData(topics.choices, topics.emails) : [];
  const events: AccountEvent[] = [
    ...chosen.map((data) => ({ accountId, type: 'contact.topics.updated' as const, data, createdAt })),
    ...HOOKED_EVENTS.flatMap((type) =>
      happened
        .filter(({ name }) => name === type)
        .sort((a, b) => (a.contactId < b.contactId ? -1 : 1))
        .flatMap(({ contactId }) => contacts.get(contactId) ?? [])
        .map((contact) => ({ accountId, type, data: buildContactEventData(contact), createdAt })),
    ),
  ];
  await fanOutEvents(client, events, queues);
}

async function findSegmentNames(
  client: Transaction,
  happened: readonly AnnouncedChange[],
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

/** @returns none of a contact whose audience is deleted */
function toEvent(
  { name, contactId, segmentId }: AnnouncedChange,
  contacts: ReadonlyMap<string, AnnouncedContact>,
  segmentNames: ReadonlyMap<string, string>,
  { accountId, now: at, causeOf, lane }: Announcing & Pick<ChangeCause, 'lane'>,
): ContactEvent[] {
  const contact = contacts.get(contactId);
  if (!contact || name === 'contact.deleted') return [];
  const { audienceId, emailKey } = contact;
  const cause = causeOf?.(contact) ?? { chain: [], lane };
  const data = buildContactEventData(contact);
  const payload =
    segmentId === undefined
      ? data
      : { segment: { id: segmentId, name: segmentNames.get(segmentId) ?? null }, contact: data };
  return [{ name, accountId, audienceId, contactId, emailKey, payload, at, ...cause }];
}

/**
 * Locks the contacts of addresses in all audiences, if anything of the account listens to what the addresses decide. Call
 * it once, before the transaction locks any contact, with every address whose contacts it locks: the order is that in
 * which events lock contacts (shared/resources/flows/automations/intake/find-affected.ts).
 */
export async function lockForListeners(
  client: Transaction,
  emailKeys: readonly string[],
  { accountId, contactListeners }: Pick<Announcing, 'accountId' | 'contactListeners'>,
): Promise<void> {
  if (emailKeys.length === 0 || contactListeners.length === 0) return;
  await client.query({
    name: 'lock-contacts-for-listeners',
    text: `SELECT id FROM contacts WHERE account_id = $1 AND email_key = ANY($2::text[])
             AND (${contactListeners.map(({ listens }) => listens).join(' OR ')})
           ORDER BY account_id, email_key, audience_id FOR NO KEY UPDATE`,
    values: [accountId, emailKeys],
  });
}
