// Reads contact properties: all of an account, or one.
import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { CONTACT_PROPERTY_COLUMNS, type ContactProperty } from './contact-property.ts';

/** All properties of an account, the oldest first; at most CONTACT_PROPERTIES_MAX. */
export async function findContactProperties(
  database: Queryable,
  accountId: string,
): Promise<ContactProperty[]> {
  const { rows } = await database.query<ContactProperty>({
    name: 'find-contact-properties',
    text: `SELECT ${CONTACT_PROPERTY_COLUMNS} FROM contact_properties WHERE account_id = $1 ORDER BY id`,
    values: [accountId],
  });
  return rows;
}

/** Reads the property of an account that has a key. */
export async function findContactPropertyOf(
  database: Queryable,
  accountId: string,
  key: string,
): Promise<ContactProperty | undefined> {
  const { rows } = await database.query<ContactProperty>({
    name: 'find-contact-property-of-key',
    text: `SELECT ${CONTACT_PROPERTY_COLUMNS} FROM contact_properties WHERE account_id = $1 AND key = $2`,
    values: [accountId, key],
  });
  return rows[0];
}

/**
 * Reads a property.
 * @throws DomainError `not_found` when there is none, or it belongs to another account
 */
export async function requireContactProperty(
  database: Queryable,
  accountId: string,
  id: string,
): Promise<ContactProperty> {
  const { rows } = await database.query<ContactProperty>({
    name: 'find-contact-property',
    text: `SELECT ${CONTACT_PROPERTY_COLUMNS} FROM contact_properties WHERE id = $1 AND account_id = $2`,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('Contact property');
  return rows[0];
}
