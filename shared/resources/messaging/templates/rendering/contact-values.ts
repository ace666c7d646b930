// Finds the contacts whose values templates show: the contact of a recipient in the audience of the sender's domain, or
// the contact of a run of an automation, with the fallbacks of properties that it has no value for. Lookups that arrive
// together share one statement.
import { type FieldsByKey, fieldsByColumn } from '../../../../contract/contacts/fields.ts';
import { addressKey } from '../../../../mail/addresses.ts';
import type { TemplateContact } from '../../../../mail/templates/template.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { createGroupCommit } from '../../../../platform/db/group-commit.ts';
import { SELECTED_FIELDS } from '../../../audience/contact-fields/field-columns.ts';
import { HAS_UNSUBSCRIBED } from '../../../audience/unsubscribes/has-unsubscribed.ts';

/** The contacts whose values are needed. */
export interface ContactOf {
  accountId: string;
  /** Name of the sender's domain. */
  domain: string;
  /** Address of the only `to` recipient. */
  address: string;
}

/** A contact that is known. */
export interface KnownContact {
  accountId: string;
  contactId: string;
  /** Its address, which is shown. */
  address: string;
}

/** Finds the values of a contact. An address that is not a contact has the fallbacks of the properties. */
export type FindContactValues = (contact: ContactOf | KnownContact) => Promise<TemplateContact>;

const GROUP_MAX = 100;

interface ValuesRow extends FieldsByKey<string | null> {
  place: number;
  unsubscribed: boolean | null;
  /** Pairs and not an object, because a key may be `__proto__`. */
  properties: [key: string, value: unknown][];
}

/** Creates the lookup of a process. */
export function createContactValues(database: Database): FindContactValues {
  const lookups = createGroupCommit<ContactOf, TemplateContact>({
    write: (contacts) => findValues(database, contacts),
    maxItems: GROUP_MAX,
    maxWriting: 1,
  });
  const knownLookups = createGroupCommit<KnownContact, TemplateContact>({
    write: (contacts) => findKnownValues(database, contacts),
    maxItems: GROUP_MAX,
    maxWriting: 1,
  });
  return (contact) => ('contactId' in contact ? knownLookups.add(contact) : lookups.add(contact));
}

const SELECT = `
  SELECT place, ${SELECTED_FIELDS}, ${HAS_UNSUBSCRIBED} AS unsubscribed,
    (SELECT coalesce(json_agg(json_build_array(
              property.key, coalesce(contacts.properties -> property.number::text, property.fallback_value))), '[]')
     FROM contact_properties AS property WHERE property.account_id = given.account_id) AS properties`;

const FIND = `
  ${SELECT}
  FROM unnest($1::int[], $2::uuid[], $3::text[], $4::text[]) AS given (place, account_id, domain, email_key)
  LEFT JOIN domains ON domains.account_id = given.account_id AND domains.name = given.domain
  LEFT JOIN contacts ON contacts.account_id = given.account_id AND contacts.email_key = given.email_key
                    AND contacts.audience_id = domains.audience_id`;

const FIND_KNOWN = `
  ${SELECT}
  FROM unnest($1::int[], $2::uuid[], $3::uuid[]) AS given (place, account_id, contact_id)
  LEFT JOIN contacts ON contacts.id = given.contact_id AND contacts.account_id = given.account_id`;

async function findValues(database: Database, contacts: readonly ContactOf[]): Promise<TemplateContact[]> {
  const { rows } = await database.query<ValuesRow>({
    name: 'find-contact-values',
    text: FIND,
    values: [
      contacts.map((_, place) => place),
      contacts.map(({ accountId }) => accountId),
      contacts.map(({ domain }) => domain),
      contacts.map(({ address }) => addressKey(address)),
    ],
  });
  return inOrder(contacts, rows);
}

async function findKnownValues(
  database: Database,
  contacts: readonly KnownContact[],
): Promise<TemplateContact[]> {
  const { rows } = await database.query<ValuesRow>({
    name: 'find-known-contact-values',
    text: FIND_KNOWN,
    values: [
      contacts.map((_, place) => place),
      contacts.map(({ accountId }) => accountId),
      contacts.map(({ contactId }) => contactId),
    ],
  });
  return inOrder(contacts, rows);
}

function inOrder(contacts: readonly { address: string }[], rows: readonly ValuesRow[]): TemplateContact[] {
  const found = new Map(rows.map((row) => [row.place, row]));
  return contacts.map(({ address }, place) => toContact(address, found.get(place)));
}

function toContact(address: string, row: ValuesRow | undefined): TemplateContact {
  return {
    email: address,
    ...fieldsByColumn(({ key }) => row?.[key] ?? null),
    unsubscribed: row?.unsubscribed ?? false,
    properties: Object.fromEntries(row?.properties ?? []),
  };
}
