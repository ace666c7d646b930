// Counts the contacts of a campaign that lack values which its mail shows, and those that have opened nothing for long:
// all in one statement, which reads the whole audience once.
import type { ContactTextField } from '../../../contract/contacts/fields.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { type CountableAudience, chosenWithReason } from './count-audience.ts';

/** A value of contacts: a column, or a property with the text of its fallback; null: no contact has it. */
export type ShownValue =
  | { column: ContactTextField['column'] }
  | { property: number; fallback: string | null }
  | null;

/** The counts. */
export interface CountedLacks {
  /** Each counts those who lack all of its values. */
  lacks: readonly (readonly ShownValue[])[];
  /**
   * UTC days: a contact that has received measured mail by the first of them, and has opened none since the second one,
   * is inactive.
   */
  measuredUntil: string;
  activeSince: string;
}

/** Contacts in numbers. */
export interface LackingContacts {
  sendable: number;
  /** The counts in the order of `lacks`. */
  lacking: number[];
  inactive: number;
}

/**
 * Contacts are grouped by the conditions, and not filtered: otherwise Postgres would expect a few hundred that are not
 * left out, and look up their engagement one by one. It knows how few groups conditions make, and then counts with
 * several processes.
 */
export async function countLacking(
  database: Queryable,
  audience: CountableAudience,
  { lacks, measuredUntil, activeSince }: CountedLacks,
): Promise<LackingContacts> {
  const found = await chosenWithReason(database, audience, 'all');
  if (!found) return { sendable: 0, lacking: lacks.map(() => 0), inactive: 0 };
  const { rows: contacts, conditions, values } = found;
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const columns = [
    `(${conditions.map(([, condition]) => `(${condition})`).join(' OR ')}) AS is_left_out`,
    ...lacks.map((each, place) => {
      const all = each.map((value) => `(${isLacking(value, parameter)})`).join(' AND ');
      return `(${all}) AS lack_${place}`;
    }),
    `(coalesce(engagement.measured_on <= ${parameter(measuredUntil)}::date, false) AND coalesce(engagement.opened_on < ${parameter(activeSince)}::date, true)) AS is_inactive`,
  ];
  const sumOf = (condition: string) =>
    `coalesce(sum(count) FILTER (WHERE NOT is_left_out AND ${condition}), 0)::integer`;
  const { rows } = await database.query<LackingContacts>(
    `SELECT ${sumOf('true')} AS sendable, ${sumOf('is_inactive')} AS inactive,
            ARRAY[${lacks.map((_, place) => sumOf(`lack_${place}`)).join(', ')}]::integer[] AS lacking
     FROM (SELECT ${columns.join(', ')}, count(*) AS count
           FROM ${contacts}
           LEFT JOIN contact_engagement AS engagement
             ON engagement.account_id = ${parameter(audience.accountId)}::uuid
             AND engagement.email_key = contacts.email_key
           GROUP BY ${columns.map((_, place) => place + 1).join(', ')}) AS counted`,
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
