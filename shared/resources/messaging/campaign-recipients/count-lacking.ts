// Counts, of the contacts that a campaign can be sent to, those who lack values that its mail shows, and those who have
// opened nothing for long: all in one statement, which looks at the whole audience once.
import type { ContactTextField } from '../../../contract/contacts/fields.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { type CountableAudience, chosenWithReason } from './count-audience.ts';

/** A value of contacts: a column, or a property with the text of its fallback; null: no contact has it. */
export type ShownValue =
  | { column: ContactTextField['column'] }
  | { property: number; fallback: string | null }
  | null;

/** What is counted. */
export interface CountedLacks {
  /** Each counts those who lack all of its values. */
  lacks: readonly (readonly ShownValue[])[];
  /** A UTC day: who has got mail, and has opened none since then, is inactive. Undefined: they are not counted. */
  activeSince: string | undefined;
}

/** Contacts in numbers. */
export interface LackingContacts {
  sendable: number;
  /** In the order of `lacks`. */
  lacking: number[];
  inactive: number;
}

export async function countLacking(
  database: Queryable,
  audience: CountableAudience,
  { lacks, activeSince }: CountedLacks,
): Promise<LackingContacts> {
  const found = await chosenWithReason(database, audience, 'all');
  if (!found) return { sendable: 0, lacking: lacks.map(() => 0), inactive: 0 };
  const { rows: contacts, conditions, values } = found;
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const counts = lacks.map(
    (each) => `count(*) FILTER (WHERE ${each.map((value) => isLacking(value, parameter)).join(' AND ')})`,
  );
  const engagement =
    activeSince === undefined
      ? { join: '', isInactive: 'false' }
      : engagementOf(parameter(audience.accountId), parameter(activeSince));
  const { rows } = await database.query<LackingContacts>(
    `SELECT count(*)::integer AS sendable, ARRAY[${counts.join(', ')}]::integer[] AS lacking,
            (count(*) FILTER (WHERE ${engagement.isInactive}))::integer AS inactive
     FROM ${contacts} ${engagement.join}
     WHERE ${conditions.map(([, condition]) => `NOT (${condition})`).join(' AND ')}`,
    values,
  );
  return rows[0] ?? { sendable: 0, lacking: [], inactive: 0 };
}

/** A value is empty as templates see it: the fallback of a property stands for an absent one only. */
function isLacking(value: ShownValue, parameter: (value: unknown) => string): string {
  if (value === null) return 'true';
  if ('column' in value) return `coalesce(contacts.${value.column}, '') = ''`;
  const own = `contacts.properties ->> ${parameter(String(value.property))}::text`;
  return `coalesce(${own}, ${parameter(value.fallback)}::text, '') = ''`;
}

function engagementOf(accountId: string, since: string) {
  return {
    join: `LEFT JOIN contact_engagement AS engagement
             ON engagement.account_id = ${accountId}::uuid AND engagement.email_key = contacts.email_key`,
    isInactive: `engagement.received_on IS NOT NULL AND coalesce(engagement.opened_on < ${since}::date, true)`,
  };
}
