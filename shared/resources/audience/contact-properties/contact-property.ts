// The type of a contact property: a field that an account adds to its contacts.
import type { CONTACT_PROPERTY_TYPES } from '../../../contract/contact-properties/values.ts';

/** The type of a property's values. */
export type ContactPropertyType = (typeof CONTACT_PROPERTY_TYPES)[number];

/** A value of a property: of type string or date a string. */
export type ContactPropertyValue = string | number | boolean;

/** A contact property. */
export interface ContactProperty {
  id: string;
  accountId: string;
  /**
   * Under which contacts store the values. It is never used again in its account, so a property that is deleted and
   * created again has none of the old values.
   */
  number: number;
  /** Any name: look it up in a Map, because `__proto__` is a name too. */
  key: string;
  type: ContactPropertyType;
  /** Replaces an absent value when mail is rendered; null: there is none. */
  fallbackValue: ContactPropertyValue | null;
  createdAt: Date;
}

/** The columns of a ContactProperty. */
export const CONTACT_PROPERTY_COLUMNS =
  'id, account_id AS "accountId", number, key, type, fallback_value AS "fallbackValue", created_at AS "createdAt"';
