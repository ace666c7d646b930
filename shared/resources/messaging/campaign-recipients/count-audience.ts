// Counts an audience as it would be taken now (take-audience.ts): how many contacts, and how many are left out, by reason.
import type { Queryable } from '../../../platform/db/connect.ts';
import { chosenContacts, findContactSource } from '../../audience/segments/walking/contact-page.ts';
import { firstReason, leftOutReason, type TakenAudience } from './take-audience.ts';

/** An audience in numbers. */
export interface CountedAudience {
  total: number;
  leftOut: Record<string, number>;
}

/**
 * Counts an audience. It looks at all of its contacts. They are grouped by the conditions and not by the reason: of these
 * Postgres knows how few groups there are, and then counts with several processes.
 */
export async function countAudience(
  database: Queryable,
  { topicId, simulatorDomains, ...chosen }: Omit<TakenAudience, 'dispatchId' | 'after'>,
): Promise<CountedAudience> {
  const source = await findContactSource(database, chosen);
  if (!source) return { total: 0, leftOut: {} };
  const { from, values } = chosenContacts(chosen, source);
  const { joins, conditions } = leftOutReason({
    ...{ contacts: 'contacts', by: 'all', accountId: `$${values.push(chosen.accountId)}::uuid` },
    ...{ topicId: `$${values.push(topicId)}::uuid`, simulatorDomains: `$${values.push(simulatorDomains)}` },
  });
  const columns = conditions.map(([reason, condition]) => `${condition} AS ${reason}`);
  const { rows } = await database.query<{ reason: string | null; count: number }>(
    `SELECT ${firstReason(conditions.map(([reason]) => [reason, reason]))} AS reason, sum(count)::integer AS count
     FROM (SELECT ${columns.join(', ')}, count(*) AS count
           FROM (SELECT contacts.email_key ${from}) AS contacts ${joins}
           GROUP BY ${conditions.map((_, place) => place + 1).join(', ')}) AS counted
     GROUP BY 1`,
    values,
  );
  const leftOut = Object.fromEntries(
    rows.flatMap(({ reason, count }) => (reason === null ? [] : [[reason, count]])),
  );
  return { total: rows.reduce((sum, { count }) => sum + count, 0), leftOut };
}

/** Whether any contact of an audience is not left out. It looks at no more of them than until one is found. */
export async function hasSendable(
  database: Queryable,
  { topicId, simulatorDomains, ...chosen }: Omit<TakenAudience, 'dispatchId' | 'after'>,
): Promise<boolean> {
  const source = await findContactSource(database, chosen);
  if (!source) return false;
  const { from, values } = chosenContacts(chosen, source);
  const { joins, reason } = leftOutReason({
    ...{ contacts: 'contacts', by: 'each', accountId: `$${values.push(chosen.accountId)}::uuid` },
    ...{ topicId: `$${values.push(topicId)}::uuid`, simulatorDomains: `$${values.push(simulatorDomains)}` },
  });
  const { rows } = await database.query(
    `SELECT FROM (SELECT contacts.email_key ${from}) AS contacts ${joins}
     WHERE ${reason} IS NULL LIMIT 1`,
    values,
  );
  return rows.length > 0;
}
