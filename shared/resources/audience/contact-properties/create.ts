// Creates a contact property, up to CONTACT_PROPERTIES_MAX per account. It gets the next number of its account, under
// which contacts store its values.
import { DomainError } from '../../../contract/domain-error.ts';
import { CONTACT_PROPERTIES_MAX } from '../../../contract/limits.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { CONTACT_PROPERTY_COLUMNS, type ContactProperty } from './contact-property.ts';
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
    const { rows } = await client.query<ContactProperty>({
      name: 'create-contact-property',
      text: `INSERT INTO contact_properties (id, account_id, number, key, type, fallback_value, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${CONTACT_PROPERTY_COLUMNS}`,
      values: [
        id,
        accountId,
        await takeNumber(client, accountId),
        key,
        type,
        fallbackValue === null ? null : JSON.stringify(fallbackValue),
        createdAt,
      ],
    });
    if (!rows[0]) throw new Error('The property was not stored.');
    return rows[0];
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
    throw new DomainError('validation_error', `There is already a contact property with the \`key\` ${key}.`);
  if ((rows[0]?.count ?? 0) >= CONTACT_PROPERTIES_MAX) {
    throw new DomainError(
      'validation_error',
      `An account can have up to ${CONTACT_PROPERTIES_MAX} contact properties.`,
    );
  }
}

async function takeNumber(client: Transaction, accountId: string): Promise<number> {
  const { rows } = await client.query<{ number: number }>({
    name: 'take-contact-property-number',
    text: `INSERT INTO contact_property_counters AS counter (account_id, last_number) VALUES ($1, 1)
           ON CONFLICT (account_id) DO UPDATE SET last_number = counter.last_number + 1
           RETURNING last_number AS number`,
    values: [accountId],
  });
  if (!rows[0]) throw new Error('The account has no number for a property.');
  return rows[0].number;
}
