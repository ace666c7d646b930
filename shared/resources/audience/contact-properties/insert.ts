// Stores new contact properties, up to CONTACT_PROPERTIES_MAX per account. They get the next numbers of their account,
// under which contacts store their values. The transaction has locked the account, so that keys and limit stay true.
import { DomainError } from '../../../contract/domain-error.ts';
import { CONTACT_PROPERTIES_MAX } from '../../../contract/limits.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import {
  CONTACT_PROPERTY_COLUMNS,
  type ContactProperty,
  type ContactPropertyType,
} from './contact-property.ts';

/** A property that is made for values of it. */
export interface MissingProperty {
  key: string;
  type: ContactPropertyType;
}

/** Creates properties whose keys are free, without a fallback value. There must be room for them. */
export function insertMissingProperties(
  client: Transaction,
  ids: Ids,
  { accountId, now }: { accountId: string; now: Date },
  missing: readonly MissingProperty[],
): Promise<ContactProperty[]> {
  const properties = missing.map(({ key, type }) => ({
    id: ids.next(),
    key,
    type,
    fallbackValue: null,
    createdAt: now,
  }));
  return insertContactProperties(client, accountId, properties);
}

/** How many more properties an account with so many may have. */
export function roomForProperties(count: number): number {
  return Math.max(CONTACT_PROPERTIES_MAX - count, 0);
}

/** The account has as many properties as it may. */
export function propertyLimitReached(): DomainError {
  return new DomainError(
    'validation_error',
    `An account can have up to ${CONTACT_PROPERTIES_MAX} contact properties.`,
  );
}

const INSERT = `
  INSERT INTO contact_properties (id, account_id, number, key, type, fallback_value, created_at)
  SELECT new.id, $1, $2::integer + new.place, new.key, new.type, new.fallback_value::jsonb, new.created_at
  FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
    WITH ORDINALITY AS new (id, key, type, fallback_value, created_at, place)
  RETURNING ${CONTACT_PROPERTY_COLUMNS}`;

/** Stores properties, in their order. */
export async function insertContactProperties(
  client: Transaction,
  accountId: string,
  properties: readonly Omit<ContactProperty, 'accountId' | 'number'>[],
): Promise<ContactProperty[]> {
  if (properties.length === 0) return [];
  const { rows } = await client.query<ContactProperty>({
    name: 'insert-contact-properties',
    text: INSERT,
    values: [
      accountId,
      await takeNumbers(client, accountId, properties.length),
      properties.map(({ id }) => id),
      properties.map(({ key }) => key),
      properties.map(({ type }) => type),
      properties.map(({ fallbackValue }) => (fallbackValue === null ? null : JSON.stringify(fallbackValue))),
      properties.map(({ createdAt }) => createdAt),
    ],
  });
  return rows.sort((a, b) => a.number - b.number);
}

/** @returns the last number that was in use before these */
async function takeNumbers(client: Transaction, accountId: string, count: number): Promise<number> {
  const { rows } = await client.query<{ before: number }>({
    name: 'take-contact-property-numbers',
    text: `INSERT INTO contact_property_counters AS counter (account_id, last_number) VALUES ($1, $2::integer)
           ON CONFLICT (account_id) DO UPDATE SET last_number = counter.last_number + $2::integer
           RETURNING last_number - $2::integer AS before`,
    values: [accountId, count],
  });
  if (!rows[0]) throw new Error('The account has no number for a property.');
  return rows[0].before;
}
