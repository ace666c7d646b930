// Inserts contacts, or updates those that exist, in one statement. It locks the existing contacts, also those that it
// does not change: a second statement finds them, because no other request can delete them in between.
import { CONTACT_FIELDS } from '../../../../contract/contacts/fields.ts';
import { textArray } from '../../../../platform/db/parameters/text-array.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { ContactConflictMode } from '../../contact-fields/contact.ts';
import { fieldColumns, fieldParameters } from '../../contact-fields/field-columns.ts';
import type { MergedContact } from './merge.ts';

/** The contact of an address after the write. */
export interface WrittenContact {
  id: string;
  emailKey: string;
  /** The address as the contact has it. */
  email: string;
  outcome: 'created' | 'updated' | 'unchanged';
}

/** The destination of the contacts, and the time. */
export interface ContactDestination {
  accountId: string;
  audienceId: string;
  now: Date;
  /** The import that writes. */
  importId?: string;
}

/** Given values replace; absent ones (null) stay. */
const WRITTEN = `
  (${fieldColumns((column) => `coalesce(excluded.${column}, old.${column})`)}, old.properties || excluded.properties)`;

/**
 * Contacts are locked in the order of their key (docs/architecture/guarantees.md#lock-order). The condition decides
 * which existing contacts are written and returned; all of them are locked.
 */
const insertOrUpdateWhere = (condition: string): string => `
  INSERT INTO contacts AS old
    (id, account_id, audience_id, email, email_key, ${fieldColumns()}, properties, created_at, updated_at, import_id)
  SELECT id, $1, $2, email, email_key, ${fieldColumns()}, properties::jsonb, $3, $3, $4::uuid
  FROM unnest($5::uuid[], $6::text[], $7::text[], $8::text[], ${fieldParameters(9, '::text[]')})
    AS given (id, email, email_key, properties, ${fieldColumns()})
  ORDER BY email_key
  ON CONFLICT ON CONSTRAINT contacts_address DO UPDATE
  SET (${fieldColumns()}, properties) = ${WRITTEN}, updated_at = excluded.updated_at,
    import_id = coalesce(excluded.import_id, old.import_id)
  WHERE ${condition}
  RETURNING id, email_key AS "emailKey", email`;

const UPSERT = {
  name: 'upsert-contacts',
  text: insertOrUpdateWhere(
    `${WRITTEN} IS DISTINCT FROM (${fieldColumns((column) => `old.${column}`)}, old.properties)`,
  ),
};
const INSERT_OR_LOCK = { name: 'insert-or-lock-contacts', text: insertOrUpdateWhere('false') };

const FIND_LOCKED = {
  name: 'find-locked-contacts',
  text: `SELECT id, email_key AS "emailKey", email FROM contacts
         WHERE account_id = $1 AND audience_id = $2 AND email_key = ANY($3::text[])`,
};

/** A contact with the id that it gets if it is new. */
export interface IdentifiedContact {
  id: string;
  contact: MergedContact;
}

/** Writes contacts, each address once. @returns the contact of each address, in no order */
export async function upsertContacts(
  transaction: Transaction,
  destination: ContactDestination,
  contacts: readonly IdentifiedContact[],
  mode: ContactConflictMode,
): Promise<WrittenContact[]> {
  const changed = await upsertChangedContacts(transaction, destination, contacts, mode);
  const keys = new Set(changed.map(({ emailKey }) => emailKey));
  const unchanged = contacts.map(({ contact }) => contact.emailKey).filter((key) => !keys.has(key));
  const { accountId, audienceId } = destination;
  return [...changed, ...(await findLocked(transaction, [accountId, audienceId, unchanged]))];
}

/** The same for callers that do not need the unchanged contacts. @returns the contacts that were written */
export async function upsertChangedContacts(
  transaction: Transaction,
  { accountId, audienceId, now, importId }: ContactDestination,
  contacts: readonly IdentifiedContact[],
  mode: ContactConflictMode,
): Promise<WrittenContact[]> {
  const ids = contacts.map(({ id }) => id);
  const given = contacts.map(({ contact }) => contact);
  const { rows: written } = await transaction.query<Omit<WrittenContact, 'outcome'>>({
    ...(mode === 'skip' ? INSERT_OR_LOCK : UPSERT),
    values: [
      accountId,
      audienceId,
      now,
      importId,
      ids,
      textArray(given.map(({ email }) => email)),
      textArray(given.map(({ emailKey }) => emailKey)),
      textArray(given.map(({ values }) => JSON.stringify(Object.fromEntries(values)))),
      ...CONTACT_FIELDS.map(({ key }) => textArray(given.map((each) => each[key] ?? null))),
    ],
  });
  const newIds = new Set(ids);
  return written.map((contact) => ({ ...contact, outcome: newIds.has(contact.id) ? 'created' : 'updated' }));
}

/** The existing contacts that were locked and not written. */
async function findLocked(
  transaction: Transaction,
  values: [accountId: string, audienceId: string, emailKeys: string[]],
): Promise<WrittenContact[]> {
  if (values[2].length === 0) return [];
  const { rows } = await transaction.query<Omit<WrittenContact, 'outcome'>>({ ...FIND_LOCKED, values });
  return rows.map((contact) => ({ ...contact, outcome: 'unchanged' }));
}
