// Updates a contact property: its fallback value. Key and type never change, because templates name the key and contacts
// have values of the type.
import { cannotBeChanged, notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import {
  CONTACT_PROPERTY_COLUMNS,
  type ContactProperty,
  type ContactPropertyType,
} from './contact-property.ts';
import { requireContactProperty } from './find.ts';
import { requireFallbackOfType } from './value.ts';

/** The fields to change; absent fields keep their value. */
export interface ContactPropertyChanges {
  /** Null: no fallback value. */
  fallbackValue?: unknown;
  /** Must be the present one. */
  key?: string | undefined;
  /** Must be the present one. */
  type?: ContactPropertyType | undefined;
}

/**
 * Updates a property.
 * @throws DomainError `not_found`; `validation_error` when the fallback value does not fit the type, or for another key
 *   or type
 */
export async function updateContactProperty(
  database: Queryable,
  { accountId, id }: { accountId: string; id: string },
  { fallbackValue, key, type }: ContactPropertyChanges,
): Promise<ContactProperty> {
  const property = await requireContactProperty(database, accountId, id);
  if (key !== undefined && key !== property.key) throw cannotBeChanged('key');
  if (type !== undefined && type !== property.type) throw cannotBeChanged('type');
  if (fallbackValue === undefined) return property;
  requireFallbackOfType(property.type, fallbackValue);
  const { rows } = await database.query<ContactProperty>({
    name: 'update-contact-property',
    text: `UPDATE contact_properties SET fallback_value = $3 WHERE id = $1 AND account_id = $2
           RETURNING ${CONTACT_PROPERTY_COLUMNS}`,
    values: [id, accountId, fallbackValue === null ? null : JSON.stringify(fallbackValue)],
  });
  // Another request may have deleted it in between.
  if (!rows[0]) throw notFound('Contact property');
  return rows[0];
}
