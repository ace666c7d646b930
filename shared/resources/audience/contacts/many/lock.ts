// Locks several contacts of an account by their ids, for the steps of automations that change them.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { CONTACT_COLUMNS, type Contact } from '../../contact-fields/contact.ts';

/** A contact that the transaction has locked. */
export interface LockedContact extends Contact {
  /** Number of the property → value. */
  properties: Readonly<Record<string, unknown>>;
}

const LOCK = `
  SELECT ${CONTACT_COLUMNS}, contacts.properties
  FROM contacts JOIN audiences ON audiences.id = audience_id AND audiences.deleted_at IS NULL
  WHERE contacts.account_id = $1 AND contacts.id = ANY($2::uuid[])
  ORDER BY contacts.account_id, contacts.email_key, contacts.audience_id FOR UPDATE OF contacts`;

/** Locks and reads contacts in the order of their addresses. @returns by id those that exist */
export async function lockContacts(
  transaction: Transaction,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, LockedContact>> {
  const { rows } = await transaction.query<LockedContact>({
    name: 'lock-contacts-by-ids',
    text: LOCK,
    values: [accountId, ids],
  });
  return new Map(rows.map((contact) => [contact.id, contact]));
}
