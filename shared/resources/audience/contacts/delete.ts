// Deletes a contact: DELETE /contacts/:id. What its address has decided stays.
import type { Transaction } from '../../../platform/db/transaction.ts';
import { announceChanges } from '../contact-events/announce.ts';
import type { ContactListener } from '../contact-events/contact-listener.ts';
import type { Contact, ContactPath } from '../contact-fields/contact.ts';
import { type ContactWrite, writeContacts } from '../contact-writes/write-contacts.ts';
import { removeMembershipsOf } from '../segments/memberships/remove.ts';
import { recordOnTimeline, type TimelineActor } from '../timeline-records/record.ts';
import { lockContact } from './find.ts';
import type { ChangeContactDeps } from './update.ts';

/**
 * Deletes a contact.
 * @param by the actor, for timelines
 * @returns the deleted contact
 * @throws DomainError `not_found`; `validation_error` for an address that several audiences have; `contacts_busy`,
 * `contacts_timeout`
 */
export function deleteContact(
  deps: ChangeContactDeps,
  path: ContactPath,
  now: Date,
  by?: TimelineActor,
): Promise<Contact> {
  const { accountId } = path;
  return writeContacts(deps, accountId, async (write) => {
    const contact = await lockContact(write.client, path);
    const { emailKey, id: contactId } = contact;
    const record = { type: 'contact.deleted' as const, emailKey, contactId, data: {} };
    await recordOnTimeline(write.client, { accountId, by, now }, [record]);
    await announceAndDelete(write, deps, { accountId, contactIds: [contact.id], now });
    return contact;
  });
}

/**
 * If remaining rows name a contact by its id alone, its address is stored with the id, so that an erasure of a later
 * contact of the address finds them (shared/resources/flows/erasures/start.ts).
 */
const DELETE = `
  WITH deleted AS (
    DELETE FROM contacts WHERE account_id = $1 AND id = ANY($2::uuid[]) RETURNING account_id, email_key, id)
  INSERT INTO contact_former_ids (account_id, email_key, contact_id, deleted_at)
  SELECT account_id, email_key, id, $3 FROM deleted WHERE id = ANY($4::uuid[])`;

/** Contacts to delete, which the transaction has locked. */
export interface ContactDeletion {
  accountId: string;
  contactIds: readonly string[];
  now: Date;
}

/** Announces contacts to webhooks in their present state, and deletes them. */
export async function announceAndDelete(
  write: ContactWrite,
  { queues, contactListeners }: ChangeContactDeps,
  deletion: ContactDeletion,
): Promise<void> {
  const { accountId, contactIds, now } = deletion;
  const announcing = { accountId, now, queues, contactListeners };
  await announceChanges(write.client, { deleted: contactIds }, announcing);
  await deleteContacts(write, contactListeners, deletion);
}

/** Deletes contacts with their memberships. Nothing is announced to webhooks. */
export async function deleteContacts(
  { client, count }: ContactWrite,
  contactListeners: readonly ContactListener[],
  { accountId, contactIds, now }: ContactDeletion,
): Promise<void> {
  const keptIds: string[] = [];
  for (const listener of contactListeners)
    keptIds.push(...(await listener.onDelete(client, contactIds, now)));
  await removeMembershipsOf(client, contactIds);
  await client.query({
    name: 'delete-contacts',
    text: DELETE,
    values: [accountId, contactIds, now, keptIds],
  });
  await count(-contactIds.length);
}

/** The newest first. */
const TAKE_FORMER_IDS = `
  WITH taken AS (
    DELETE FROM contact_former_ids WHERE account_id = $1 AND email_key = $2 RETURNING contact_id, deleted_at)
  SELECT contact_id AS id FROM taken ORDER BY deleted_at DESC, contact_id DESC`;

/** Takes the ids of the deleted contacts of an address, which is to be erased. */
export async function takeFormerIds(
  client: Transaction,
  { accountId, emailKey }: { accountId: string; emailKey: string },
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'take-former-ids-of-contacts',
    text: TAKE_FORMER_IDS,
    values: [accountId, emailKey],
  });
  return rows.map(({ id }) => id);
}
