// Deletes a contact: DELETE /contacts/:id. What its address has decided stays. With `erase` the contacts of the address
// in all audiences are deleted, and a job removes the person from everything else (erasures/).
import { notFound } from '../../contract/domain-error.ts';
import type { Ids } from '../../platform/time/ids.ts';
import { cancelRunsOfContacts } from '../automations/runs/cancel.ts';
import { removeMembershipsOf } from '../segments/memberships/remove.ts';
import { announceContacts } from './announce.ts';
import type { Contact, ContactPath } from './contact.ts';
import { startErasure } from './erasures/start.ts';
import { lockContact, lockContactsOf, requireContact } from './find.ts';
import type { ChangeContactDeps } from './update.ts';
import { type ContactWrite, writeContacts } from './writing/write-contacts.ts';

/**
 * Deletes a contact.
 * @returns the contact as it was
 * @throws DomainError `not_found`; `validation_error` for an address that several audiences have; `contacts_busy`,
 *   `contacts_timeout`
 */
export function deleteContact(deps: ChangeContactDeps, path: ContactPath, now: Date): Promise<Contact> {
  const { accountId } = path;
  return writeContacts(deps, accountId, async (write) => {
    const contact = await lockContact(write.client, path);
    const announcing = { accountId, now, queues: deps.queues };
    await announceContacts(write.client, 'contact.deleted', [contact.id], announcing);
    await deleteContacts(write, { accountId, contactIds: [contact.id], now });
    return contact;
  });
}

/**
 * Deletes the contacts of an address in all audiences, and starts the job that erases the person.
 * @returns the contact of the path as it was
 * @throws DomainError as `deleteContact`
 */
export function erasePerson(
  deps: ChangeContactDeps & { ids: Ids },
  path: ContactPath,
  now: Date,
): Promise<Contact> {
  const { accountId } = path;
  return writeContacts(deps, accountId, async (write) => {
    const { client } = write;
    // The first read takes no lock, so that all contacts are locked in one order.
    const { id, emailKey } = await requireContact(client, path);
    const contacts = await lockContactsOf(client, accountId, emailKey);
    const contact = contacts.find((each) => each.id === id);
    if (!contact) throw notFound('Contact');
    const contactIds = contacts.map(({ id }) => id);
    await announceContacts(client, 'contact.deleted', contactIds, { accountId, now, queues: deps.queues });
    await deleteContacts(write, { accountId, contactIds, now });
    const erasure = { id: deps.ids.next(), accountId, emailKey, contactIds, now };
    await startErasure(client, erasure, deps.queues);
    return contact;
  });
}

/**
 * Events and runs name a contact by its id alone, and stay. Where there are any, the address is kept with the id, so that
 * an erasure of a later contact of the address finds them (erasures/start.ts). The runs have ended: they were cancelled.
 * The order is that of an index, which is then used also where few contacts have most of the rows.
 */
const DELETE = `
  WITH deleted AS (
    DELETE FROM contacts WHERE account_id = $1 AND id = ANY($2::uuid[]) RETURNING account_id, email_key, id)
  INSERT INTO contact_former_ids (account_id, email_key, contact_id, deleted_at)
  SELECT account_id, email_key, id, $3 FROM deleted
  WHERE coalesce(
    (SELECT true FROM received_events WHERE contact_id = ANY(ARRAY[deleted.id]) ORDER BY contact_id, id LIMIT 1),
    (SELECT true FROM automation_runs WHERE contact_id = ANY(ARRAY[deleted.id]) AND status <> 'running'
     ORDER BY contact_id, id LIMIT 1))`;

/** Deletes contacts that the transaction has locked, with their memberships, and cancels their runs of automations. */
export async function deleteContacts(
  { client, count }: ContactWrite,
  { accountId, contactIds, now }: { accountId: string; contactIds: readonly string[]; now: Date },
): Promise<void> {
  await cancelRunsOfContacts(client, contactIds, now);
  await removeMembershipsOf(client, contactIds);
  await client.query({ name: 'delete-contacts', text: DELETE, values: [accountId, contactIds, now] });
  await count(-contactIds.length);
}
