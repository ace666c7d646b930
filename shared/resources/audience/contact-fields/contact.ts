// The types of a contact: an address in an audience, with names and properties. Whether the address has unsubscribed or
// refuses to be measured is not part of the contact's row; it is read with each contact from what its person has decided
// (unsubscribes.ts, refusals.ts).
import type { FieldsByKey } from '../../../contract/contacts/fields.ts';
import type { CONTACT_CONFLICT_MODES } from '../../../contract/contacts/values.ts';
import type { ContactPropertyType, ContactPropertyValue } from '../contact-properties/contact-property.ts';
import type { SuppressionOrigin } from '../suppressions/suppression.ts';
import { REFUSES_TRACKING } from '../tracking-refusals/refuses-tracking.ts';
import { HAS_UNSUBSCRIBED } from '../unsubscribes/has-unsubscribed.ts';
import { SELECTED_FIELDS } from './field-columns.ts';

/** A contact in a list. */
export interface Contact extends FieldsByKey<string | null> {
  id: string;
  accountId: string;
  audienceId: string;
  /** The address as it was given; the domain in ASCII. */
  email: string;
  /** The address in key form (shared/mail/addresses.ts). */
  emailKey: string;
  unsubscribed: boolean;
  /** Opens and clicks are not measured. */
  refusesTracking: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** A contact with its properties and segments. */
export interface FullContact extends Contact {
  /** The properties in the order of the keys. They are tuples instead of an object, because a key may be `__proto__`. */
  properties: [key: string, type: ContactPropertyType, value: ContactPropertyValue][];
  /** Newest first. */
  segments: { id: string; name: string }[];
  /** Why its address is on the suppression list, and since when (epoch in milliseconds); null: it is not. */
  suppressed: { origin: SuppressionOrigin; since: number } | null;
}

/** The treatment of an address that is a contact already, in a batch. */
export type ContactConflictMode = (typeof CONTACT_CONFLICT_MODES)[number];

/** A contact by its id, or by its address in key form. */
export type ContactKey = { id: string } | { emailKey: string };

/** A contact in a path: within an audience, or anywhere in the account. */
export type ContactPath = ContactKey & { accountId: string; audienceId?: string | undefined };

/** The columns of a Contact, of rows of `contacts`. */
export const CONTACT_COLUMNS = `
  contacts.id, contacts.account_id AS "accountId", contacts.audience_id AS "audienceId", contacts.email,
  contacts.email_key AS "emailKey", ${SELECTED_FIELDS}, ${HAS_UNSUBSCRIBED} AS unsubscribed,
  ${REFUSES_TRACKING} AS "refusesTracking",
  contacts.created_at AS "createdAt", contacts.updated_at AS "updatedAt"`;

/** The columns of a FullContact. */
export const FULL_CONTACT_COLUMNS = `${CONTACT_COLUMNS},
  (SELECT coalesce(json_agg(json_build_array(property.key, property.type, contacts.properties -> property.number::text)
                            ORDER BY property.key COLLATE "C"), '[]')
   FROM contact_properties AS property
   WHERE property.account_id = contacts.account_id AND contacts.properties ? property.number::text) AS properties,
  (SELECT coalesce(json_agg(json_build_object('id', segments.id, 'name', segments.name)
                            ORDER BY segments.id DESC), '[]')
   FROM segment_contacts JOIN segments ON segments.id = segment_id
   WHERE contact_id = contacts.id AND segments.account_id = contacts.account_id) AS segments,
  (SELECT json_build_object('origin', reason, 'since', extract(epoch FROM suppressions.created_at) * 1000)
   FROM suppressions
   WHERE suppressions.account_id = contacts.account_id AND address = contacts.email_key) AS suppressed`;
