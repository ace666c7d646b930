// Erases a person: DELETE /contacts/:id?erase=true. The contacts of the address in all audiences are deleted, and a job
// removes the person from everything else (step.ts).
import { notFound } from '../../../contract/domain-error.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import type { Contact, ContactPath } from '../../audience/contact-fields/contact.ts';
import { writeContacts } from '../../audience/contact-writes/write-contacts.ts';
import { announceAndDelete } from '../../audience/contacts/delete.ts';
import { lockContactsOf, requireContact } from '../../audience/contacts/find.ts';
import type { ChangeContactDeps } from '../../audience/contacts/update.ts';
import { startErasure } from './start.ts';

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
    await announceAndDelete(write, deps, { accountId, contactIds, now });
    const erasure = { id: deps.ids.next(), accountId, emailKey, contactIds, now };
    await startErasure(client, erasure, deps.queues);
    return contact;
  });
}
