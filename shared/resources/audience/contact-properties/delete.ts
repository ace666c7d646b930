// Deletes a contact property. The values of contacts stay in their rows, where nothing shows them any more: the number
// of the property is never used again.
import { notFound } from '../../../contract/domain-error.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { type FindUse, requireUnused } from '../../foundation/in-use.ts';
import { CONTACT_PROPERTY_COLUMNS, type ContactProperty } from './contact-property.ts';

/**
 * Deletes a property.
 * @throws DomainError `not_found`; `validation_error` when the filter of a segment or an enabled automation uses it
 */
export async function deleteContactProperty(
  { database, inUse }: { database: Database; inUse: readonly FindUse[] },
  { accountId, id }: { accountId: string; id: string },
): Promise<ContactProperty> {
  return await transaction(database, async (client) => {
    await lockAccount(client, accountId);
    const { rows } = await client.query<ContactProperty>({
      name: 'delete-contact-property',
      text: `DELETE FROM contact_properties WHERE id = $1 AND account_id = $2 RETURNING ${CONTACT_PROPERTY_COLUMNS}`,
      values: [id, accountId],
    });
    const [property] = rows;
    if (!property) throw notFound('Contact property');
    await requireUnused(client, inUse, accountId, { kind: 'contact_property', key: property.key });
    return property;
  });
}
