// Creates contacts or updates those that exist: for POST /contacts and its batch. One transaction writes the contacts,
// what their addresses decide, their memberships, the counter of a limited account and the events. It may add an
// unsubscribe, an opt-out or a refusal and never takes one back (docs/reference/contacts.md#who-has-said-no).
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { findCreatesProperties } from '../../../foundation/accounts/creates-properties.ts';
import { type Announcing, announceChanges, lockForListeners } from '../../contact-events/announce.ts';
import type { ContactListener } from '../../contact-events/contact-listener.ts';
import type { ContactConflictMode, FullContact } from '../../contact-fields/contact.ts';
import {
  type ContactWrite,
  type ContactWriteDeps,
  writeContacts,
} from '../../contact-writes/write-contacts.ts';
import { addMemberships } from '../../segments/memberships/add.ts';
import type { TimelineActor } from '../../timeline-records/record.ts';
import { proposeTopics } from '../../topics/choices/choose.ts';
import { refuseTracking } from '../../tracking-refusals/refusals.ts';
import { unsubscribe } from '../../unsubscribes/unsubscribes.ts';
import { findContactIdsOf, requireContact } from '../find.ts';
import { lockDefinitions, type WantedDefinitions } from './definitions.ts';
import { type CheckedContact, type ContactInput, checkContact, type Definitions } from './input.ts';
import { type MergedContact, mergeContacts } from './merge.ts';
import { recordWrites } from './record-writes.ts';
import { hasUndeclared, MakingCheck, UndeclaredPropertyError } from './undeclared.ts';
import { upsertContacts, type WrittenContact } from './upsert.ts';

/** Dependencies of saving. */
export interface SaveContactsDeps extends ContactWriteDeps {
  ids: Ids;
  queues: QueueProducer;
  contactListeners: readonly ContactListener[];
}

/** The contacts to save. */
export interface ContactOrder {
  accountId: string;
  /** Undefined: the default audience. */
  audienceId: string | undefined;
  inputs: readonly ContactInput[];
  /** The treatment of an address that is a contact already. */
  mode: ContactConflictMode;
  /**
   * `strict`: the first input that is refused refuses all, and its refusal has its index. `permissive`: the inputs that
   * are refused are left out. Undefined: there is one input.
   */
  batch?: 'strict' | 'permissive' | undefined;
  /** Whether properties are made for values whose keys have none; undefined: as the account's setting says. */
  createProperties: boolean | undefined;
  now: Date;
  /** The actor, for timelines. */
  by?: TimelineActor | undefined;
}

/** A saved contact, or why it was refused; one for each input. */
export type SavedContact = WrittenContact | DomainError;

/**
 * Saves contacts. After the commit, the webhooks that subscribe to the events are woken.
 * @param follow runs at the end of the transaction, for what the answer needs
 * @throws DomainError `not_found` for the audience; if not permissive, the refusal of the first input;
 *   `contact_limit_reached`, `contacts_busy`, `contacts_timeout`
 */
export async function saveContacts<T>(
  deps: SaveContactsDeps,
  order: ContactOrder,
  follow: (client: Transaction, saved: readonly SavedContact[]) => T | Promise<T>,
): Promise<T> {
  const save = (isMaking: boolean) =>
    writeContacts(
      deps,
      order.accountId,
      async (write) => {
        const definitions = await lockDefinitions(write.client, namedBy(order));
        const checked = await checkInputs(write.client, deps, order, { definitions, isMaking });
        const saved = await storeChecked(
          write,
          deps,
          { ...order, audienceId: definitions.audienceId },
          checked,
        );
        return await follow(write.client, saved);
      },
      { locksAccount: isMaking },
    );
  try {
    return await save(false);
  } catch (error) {
    if (!(error instanceof UndeclaredPropertyError)) throw error;
    return await save(true);
  }
}

/** One contact to save. */
export interface SingleContactOrder
  extends Pick<ContactOrder, 'accountId' | 'audienceId' | 'createProperties' | 'now' | 'by'> {
  input: ContactInput;
}

/** Saves one contact. @returns the contact after the write @throws DomainError as `saveContacts` */
export function saveContact(
  deps: SaveContactsDeps,
  { input, ...order }: SingleContactOrder,
): Promise<{ contact: FullContact; isNew: boolean }> {
  const { accountId } = order;
  return saveContacts(deps, { ...order, inputs: [input], mode: 'update' }, async (client, [saved]) => {
    if (!saved || saved instanceof DomainError) throw new Error('A contact was neither saved nor refused.');
    const contact = await requireContact(client, { accountId, id: saved.id });
    return { contact, isNew: saved.outcome === 'created' };
  });
}

/** Everything that the inputs name. */
function namedBy({ accountId, audienceId, inputs }: ContactOrder): WantedDefinitions {
  return {
    accountId,
    audienceId,
    segmentIds: inputs.flatMap((input) => input.segmentIds),
    topicIds: inputs.flatMap(({ topics }) => topics.map(({ id }) => id)),
    hasProperties: inputs.some(({ properties }) => properties.length > 0),
  };
}

/** @throws UndeclaredPropertyError when properties are to be made, and the account is not locked for it */
async function checkInputs(
  client: Transaction,
  { ids }: SaveContactsDeps,
  order: ContactOrder,
  { definitions, isMaking }: { definitions: Definitions; isMaking: boolean },
): Promise<(CheckedContact | DomainError)[]> {
  const { accountId, inputs, now } = order;
  if (!isMaking && hasUndeclared(inputs, definitions) && (await createsProperties(client, order))) {
    throw new UndeclaredPropertyError('A value has a key without a property.');
  }
  const making = isMaking ? new MakingCheck(client, { ids, accountId, now }, definitions) : undefined;
  const checked: (CheckedContact | DomainError)[] = [];
  for (const [index, input] of inputs.entries()) {
    try {
      checked.push(making ? await making.check(input) : checkContact(input, definitions));
    } catch (error) {
      checked.push(refusalOf(error, index, order));
    }
  }
  return checked;
}

async function createsProperties(client: Transaction, order: ContactOrder): Promise<boolean> {
  return order.createProperties ?? (await findCreatesProperties(client, order.accountId));
}

/** @throws the error, when it refuses all inputs */
function refusalOf(error: unknown, index: number, { batch }: ContactOrder): DomainError {
  if (!(error instanceof DomainError)) throw error;
  if (batch === 'permissive') return error;
  throw batch === 'strict' ? error.at(index) : error;
}

async function storeChecked(
  write: ContactWrite,
  deps: SaveContactsDeps,
  order: ContactOrder & { audienceId: string },
  checked: readonly (CheckedContact | DomainError)[],
): Promise<SavedContact[]> {
  const contacts = mergeContacts(
    checked.filter((each): each is CheckedContact => !(each instanceof DomainError)),
    order.mode,
  );
  const written = await store(write, deps, order, contacts);
  const writtenOf = new Map(written.map((contact) => [contact.emailKey, contact]));
  return checked.map((each) => {
    if (each instanceof DomainError) return each;
    const contact = writtenOf.get(each.emailKey);
    if (!contact) throw new Error('A contact was neither inserted nor found.');
    return contact;
  });
}

async function store(
  write: ContactWrite,
  { ids, queues, contactListeners }: SaveContactsDeps,
  order: ContactOrder & { audienceId: string },
  contacts: readonly MergedContact[],
): Promise<WrittenContact[]> {
  if (contacts.length === 0) return [];
  const { client } = write;
  const { accountId, mode, now } = order;
  const withIds = contacts.map((contact) => ({ id: ids.next(), contact }));
  const announcing = { accountId, now, queues, contactListeners };
  await lockDeciding(client, contacts, announcing);
  const written = await upsertContacts(client, order, withIds, mode);
  const idsOf = (outcome: WrittenContact['outcome']) =>
    written.filter((contact) => contact.outcome === outcome).map(({ id }) => id);
  const created = idsOf('created');
  await write.count(created.length);
  const kept = new Set(mode === 'skip' ? idsOf('unchanged') : []);
  const contactOf = new Map(written.map((contact) => [contact.emailKey, contact]));
  const taken = contacts.flatMap((contact) => {
    const { id = '' } = contactOf.get(contact.emailKey) ?? {};
    return kept.has(id) ? [] : [{ ...contact, id }];
  });
  const changes = await storeDecisions(client, order, taken);
  const joined = changes.entered.map(({ contactId }) => contactId);
  const updated = new Set([...idsOf('updated'), ...changes.unsubscribed, ...changes.refusing, ...joined]);
  for (const id of created) updated.delete(id);
  const emails = new Map(written.map(({ emailKey, email }) => [emailKey, email]));
  const { unsubscribed, entered, choices } = changes;
  await recordWrites(client, order, written, changes);
  const changed = { created, updated: [...updated], unsubscribed, entered, topics: { choices, emails } };
  await announceChanges(client, changed, announcing);
  return written;
}

/**
 * If any contact unsubscribes or refuses to be measured, locks all contacts to write, and those with their addresses in
 * other audiences. Call it before the contacts are written, which would lock them in another order.
 */
export async function lockDeciding(
  client: Transaction,
  contacts: readonly MergedContact[],
  announcing: Pick<Announcing, 'accountId' | 'contactListeners'>,
): Promise<void> {
  if (!contacts.some(({ unsubscribed, refusesTracking }) => unsubscribed || refusesTracking)) return;
  const emailKeys = contacts.map(({ emailKey }) => emailKey);
  await lockForListeners(client, emailKeys, announcing);
}

/** @returns the contacts that show an unsubscribe or a refusal, the memberships and the choices that are new */
async function storeDecisions(
  client: Transaction,
  { accountId, now }: ContactOrder,
  contacts: readonly (MergedContact & { id: string })[],
) {
  const decisionOf = (decides: (contact: MergedContact) => boolean) => ({
    accountId,
    emailKeys: contacts.filter(decides).map(({ emailKey }) => emailKey),
    now,
  });
  const proposed = contacts.flatMap(({ emailKey, topics }) =>
    topics.map(({ id: topicId, subscription }) => ({ emailKey, topicId, subscription })),
  );
  const memberships = contacts.flatMap(({ id, segmentIds }) =>
    segmentIds.map((segmentId) => ({ segmentId, contactId: id })),
  );
  const leaving = decisionOf(({ unsubscribed }) => unsubscribed);
  const gone = await unsubscribe(client, leaving, 'account');
  const refusing = decisionOf(({ refusesTracking }) => refusesTracking);
  const refused = await refuseTracking(client, refusing, 'account');
  const choices = await proposeTopics(client, { accountId, choices: proposed, chosenBy: 'account', now });
  const entered = await addMemberships(client, memberships);
  return {
    unsubscribed: await findContactIdsOf(client, accountId, gone),
    refusing: await findContactIdsOf(client, accountId, refused),
    gone,
    refused,
    entered,
    choices,
  };
}
