// Updates several contacts of an account, each with its own values, for the steps of automations. Unlike PATCH
// /contacts/:id it takes no unsubscribe back that the person has chosen: the account did not look at this person.
import { CONTACT_FIELDS, type FieldsByKey } from '../../../../contract/contacts/fields.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { changedFields, fieldColumns, fieldParameters } from '../../contact-fields/field-columns.ts';
import { unsubscribe, withdrawUnsubscribes } from '../../unsubscribes/unsubscribes.ts';
import { findContactIdsOf } from '../find.ts';
import type { LockedContact } from './lock.ts';

/** The changes of a contact; undefined: none. Null removes a field. */
export interface ContactUpdate extends FieldsByKey<string | null | undefined> {
  contact: LockedContact;
  unsubscribed: boolean | undefined;
  /** Number of the property → value; null: it is removed. */
  values: ReadonlyMap<number, unknown>;
}

/** The changed contacts. */
export interface UpdatedContacts {
  /** Ids of the contacts that show a change, including those of the same addresses in other audiences. */
  updated: string[];
  /** Ids of the contacts of addresses that were subscribed until now. */
  unsubscribed: string[];
}

const GIVEN = fieldColumns((column) => `given.${column}`);
const UPDATE = `
  UPDATE contacts SET
    (${fieldColumns()}) = ROW(${GIVEN}),
    properties = jsonb_strip_nulls(contacts.properties || given.properties::jsonb), updated_at = $2
  FROM unnest($3::uuid[], $4::text[], ${fieldParameters(5, '::text[]')}) AS given (id, properties, ${fieldColumns()})
  WHERE contacts.id = given.id AND contacts.account_id = $1 AND contacts.id = ANY($3::uuid[])
    AND (${fieldColumns((column) => `contacts.${column}`)}, contacts.properties) IS DISTINCT FROM
        (${GIVEN}, jsonb_strip_nulls(contacts.properties || given.properties::jsonb))
  RETURNING contacts.id`;

/** Updates contacts that the transaction has locked, each once. */
export async function updateContacts(
  transaction: Transaction,
  accountId: string,
  updates: readonly ContactUpdate[],
  now: Date,
): Promise<UpdatedContacts> {
  const fields = updates.map((update) => changedFields(update.contact, update));
  const { rows } = await transaction.query<{ id: string }>({
    name: 'update-contacts',
    text: UPDATE,
    values: [
      accountId,
      now,
      updates.map(({ contact }) => contact.id),
      updates.map(({ values }) => JSON.stringify(Object.fromEntries(values))),
      ...CONTACT_FIELDS.map(({ key }) => fields.map((each) => each[key])),
    ],
  });
  const keysOf = (wanted: boolean) =>
    updates.flatMap(({ contact, unsubscribed }) => (unsubscribed === wanted ? [contact.emailKey] : []));
  const decision = { accountId, emailKeys: keysOf(true), now };
  const left = await unsubscribe(transaction, decision, 'account');
  const unsubscribed = await findContactIdsOf(transaction, accountId, left);
  const joined = await withdrawUnsubscribes(transaction, accountId, keysOf(false));
  const subscribed = await findContactIdsOf(transaction, accountId, joined);
  const updated = new Set([...rows.map(({ id }) => id), ...unsubscribed, ...subscribed]);
  return { updated: [...updated], unsubscribed };
}
