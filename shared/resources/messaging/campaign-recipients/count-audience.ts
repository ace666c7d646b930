// Counts an audience as it would be taken now (select-audience.ts): how many contacts, how many are left out, by reason, and how
// many are in each time zone.
import type { Queryable } from '../../../platform/db/connect.ts';
import { chosenContacts, findContactSource } from '../../audience/segments/paging/contact-page.ts';
import {
  type ContactGroup,
  type ContactZones,
  type CountedContacts,
  sumGroups,
  ZONE_NAMES_JSON,
  zoneOf,
} from './contact-zones.ts';
import {
  firstReason,
  type LeftOutParameters,
  type LeftOutSql,
  leftOutReason,
  type SelectedAudience,
} from './select-audience.ts';

/** An audience that is not taken. */
export type CountableAudience = Omit<SelectedAudience, 'dispatchId' | 'after' | 'zones'> & {
  /** Absent: its contacts are not counted by their time zones. */
  zones?: ContactZones | undefined;
};

/**
 * Counts an audience by reading all of its contacts. They are grouped by the conditions and not by the reason: Postgres
 * knows how few groups conditions make, and then counts with several processes.
 */
export async function countAudience(
  database: Queryable,
  audience: CountableAudience,
): Promise<CountedContacts> {
  const { zones } = audience;
  const found = await chosenWithReason(database, audience, 'all');
  if (!found) return sumGroups([], zones !== undefined);
  const { conditions, rows: from, values } = found;
  const columns = conditions.map(([reason, condition]) => `${condition} AS ${reason}`);
  if (zones) {
    const [property, names] = [zones.property, ZONE_NAMES_JSON].map((value) => `$${values.push(value)}`);
    columns.push(`${zoneOf('contacts', String(property), String(names))} AS zone`);
  }
  const { rows } = await database.query<ContactGroup>(
    `SELECT ${firstReason(conditions.map(([reason]) => [reason, reason]))} AS reason,
            ${zones ? 'zone' : 'NULL::text AS zone'}, sum(count)::integer AS count
     FROM (SELECT ${columns.join(', ')}, count(*) AS count
           FROM ${from}
           GROUP BY ${columns.map((_, place) => place + 1).join(', ')}) AS counted
     GROUP BY 1, 2`,
    values,
  );
  return sumGroups(rows, zones !== undefined);
}

/** A contact that a campaign can be sent to. */
export interface SendableContact {
  id: string;
  email: string;
}

/** The first contacts of an audience that are not left out. It reads only until so many are found. */
export async function findSendable(
  database: Queryable,
  audience: CountableAudience,
  limit: number,
): Promise<SendableContact[]> {
  const found = await chosenWithReason(database, audience, 'each');
  if (!found) return [];
  const { rows } = await database.query<SendableContact>(
    `SELECT contacts.id, contacts.email FROM ${found.rows} WHERE ${found.reason} IS NULL LIMIT ${limit}`,
    found.values,
  );
  return rows;
}

/** Contacts, and what decides whether they are left out. */
export interface ContactsWithReason extends LeftOutSql {
  /** SQL of the rows that the conditions apply to. */
  rows: string;
  values: unknown[];
}

/**
 * The contacts of an audience with the conditions that decide whether they are left out; undefined: its segment was
 * deleted.
 */
export async function chosenWithReason(
  database: Queryable,
  { topicId, simulatorDomains, ...chosen }: CountableAudience,
  by: LeftOutParameters['by'],
): Promise<ContactsWithReason | undefined> {
  const source = await findContactSource(database, chosen);
  if (!source) return undefined;
  const { from, values } = chosenContacts(chosen, source);
  const leftOut = leftOutReason({
    contacts: 'contacts',
    by,
    accountId: `$${values.push(chosen.accountId)}::uuid`,
    topicId: `$${values.push(topicId)}::uuid`,
    simulatorDomains: `$${values.push(simulatorDomains)}`,
  });
  return {
    ...leftOut,
    rows: `(SELECT contacts.* ${from}) AS contacts ${leftOut.joins}`,
    values,
  };
}
