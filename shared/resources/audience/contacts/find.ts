// Finds one contact of an account by its id or its address (docs/reference/contacts.md#a-contact-in-a-path), and locks
// it for a write.
import { DomainError, notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import {
  CONTACT_COLUMNS,
  type Contact,
  type ContactPath,
  FULL_CONTACT_COLUMNS,
  type FullContact,
} from '../contact-fields/contact.ts';

/**
 * Reads a contact with its properties and segments.
 * @throws DomainError `not_found`; `validation_error` for an address that several audiences have
 */
export async function requireContact(database: Queryable, path: ContactPath): Promise<FullContact> {
  const id = await requireContactId(database, path);
  const { rows } = await database.query<FullContact>({
    name: 'find-contact',
    text: `SELECT ${FULL_CONTACT_COLUMNS} FROM contacts WHERE account_id = $1 AND id = $2`,
    values: [path.accountId, id],
  });
  if (!rows[0]) throw notFound('Contact');
  return rows[0];
}

/**
 * Locks a contact until the end of the transaction, and reads it.
 * @throws DomainError as `requireContact`
 */
export async function lockContact(transaction: Transaction, path: ContactPath): Promise<Contact> {
  const id = await requireContactId(transaction, path);
  const { rows } = await transaction.query<Contact>({
    name: 'lock-contact',
    text: `SELECT ${CONTACT_COLUMNS} FROM contacts WHERE account_id = $1 AND id = $2 FOR UPDATE OF contacts`,
    values: [path.accountId, id],
  });
  const [contact] = rows;
  // Another request may have deleted it, or given it another address, before the lock.
  const isMeant = 'id' in path || contact?.emailKey === path.emailKey;
  if (!contact || !isMeant) throw notFound('Contact');
  return contact;
}

interface Found {
  id: string;
  isDefault: boolean;
}

const SELECT_FOUND = `
  SELECT contacts.id, audiences.is_default AS "isDefault"
  FROM contacts JOIN audiences ON audiences.id = audience_id AND deleted_at IS NULL
  WHERE contacts.account_id = $1 AND ($2::uuid IS NULL OR audience_id = $2)`;

/**
 * The id of a contact. Without an audience, an address means the contact of the default audience, else the only one.
 * @throws DomainError as `requireContact`
 */
export async function requireContactId(database: Queryable, path: ContactPath): Promise<string> {
  const { accountId, audienceId = null } = path;
  const byId = 'id' in path;
  const { rows } = await database.query<Found>({
    name: byId ? 'find-contact-by-id' : 'find-contact-by-address',
    text: `${SELECT_FOUND} AND ${byId ? 'contacts.id' : 'email_key'} = $3`,
    values: [accountId, audienceId, byId ? path.id : path.emailKey],
  });
  const [first, ...others] = rows;
  if (!first) throw notFound('Contact');
  const chosen = others.length === 0 ? first : rows.find(({ isDefault }) => isDefault);
  if (chosen) return chosen.id;
  throw new DomainError(
    'validation_error',
    `${rows.length} audiences have a contact with this address. Name the audience in the path: /audiences/:id/contacts/….`,
  );
}

/** The contacts of an address in all audiences of an account, locked in the order of their audiences. */
export async function lockContactsOf(
  transaction: Transaction,
  accountId: string,
  emailKey: string,
): Promise<Contact[]> {
  const { rows } = await transaction.query<Contact>({
    name: 'lock-contacts-of-address',
    text: `SELECT ${CONTACT_COLUMNS} FROM contacts WHERE account_id = $1 AND email_key = $2
           ORDER BY audience_id FOR UPDATE OF contacts`,
    values: [accountId, emailKey],
  });
  return rows;
}

/** The contacts of addresses in all audiences of an account, which all show what their address decides. */
export async function findContactIdsOf(
  transaction: Transaction,
  accountId: string,
  emailKeys: readonly string[],
): Promise<string[]> {
  if (emailKeys.length === 0) return [];
  const { rows } = await transaction.query<{ id: string }>({
    name: 'find-contacts-of-addresses',
    text: 'SELECT id FROM contacts WHERE account_id = $1 AND email_key = ANY($2::text[])',
    values: [accountId, emailKeys],
  });
  return rows.map(({ id }) => id);
}
