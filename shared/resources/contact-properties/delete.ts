// Deletes a contact property. The values of contacts stay in their rows, where nothing shows them any more: the number
// of the property is never used again.
import { notFound } from '../../contract/domain-error.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import { CONTACT_PROPERTY_COLUMNS, type ContactProperty } from './contact-property.ts';

/**
 * Deletes a property.
 * @throws DomainError `not_found`
 */
export async function deleteContactProperty(
  database: Queryable,
  { accountId, id }: { accountId: string; id: string },
): Promise<ContactProperty> {
  const { rows } = await database.query<ContactProperty>({
    name: 'delete-contact-property',
    text: `DELETE FROM contact_properties WHERE id = $1 AND account_id = $2 RETURNING ${CONTACT_PROPERTY_COLUMNS}`,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('Contact property');
  return rows[0];
}
