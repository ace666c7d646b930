// Creates a contact property whose key is free, while the account has room for one more.
import { DomainError } from '../../../contract/domain-error.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import type { ContactProperty } from './contact-property.ts';
import { insertContactProperties, propertyLimitReached, roomForProperties } from './insert.ts';
import { requireFallbackOfType } from './value.ts';

/** A new property. */
export interface NewContactProperty extends Omit<ContactProperty, 'number' | 'fallbackValue'> {
  fallbackValue: unknown;
}

/**
 * Creates a property.
 * @throws DomainError `validation_error` when the fallback value does not fit the type, the account has a property with
 *   this key, or it has CONTACT_PROPERTIES_MAX
 */
export async function createContactProperty(
  database: Database,
  { id, accountId, key, type, fallbackValue, createdAt }: NewContactProperty,
): Promise<ContactProperty> {
  requireFallbackOfType(type, fallbackValue);
  return await transaction(database, async (client) => {
    await lockAccount(client, accountId);
    await requireRoom(client, accountId, key);
    const properties = [{ id, key, type, fallbackValue, createdAt }];
    const [property] = await insertContactProperties(client, accountId, properties);
    if (!property) throw new Error('The property was not stored.');
    return property;
  });
}

/** Checks that the key is free and the account may have one more. Both stay true while the account is locked. */
async function requireRoom(client: Transaction, accountId: string, key: string): Promise<void> {
  const { rows } = await client.query<{ count: number; isTaken: boolean | null }>({
    name: 'count-contact-properties',
    text: `SELECT count(*)::integer AS count, bool_or(key = $2) AS "isTaken"
           FROM contact_properties WHERE account_id = $1`,
    values: [accountId, key],
  });
  if (rows[0]?.isTaken)
    throw new DomainError('validation_error', `A contact property with the \`key\` ${key} already exists.`);
  if (roomForProperties(rows[0]?.count ?? 0) === 0) throw propertyLimitReached();
}
