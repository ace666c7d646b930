// Takes the audience of a dispatch, page by page: each contact becomes a recipient, pending or left out with its reason, in
// one INSERT … SELECT. The reasons are those for which a mail of the campaign would drop the address (emails/accept/
// drop-cause.ts), in the same order; they are asked again when its mail is released.
import { RESERVED_DOMAINS, RESERVED_TOP_LEVEL } from '../../../mail/domains/reserved-domains.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { atWallTimeInAll } from '../../../platform/time/time-zones.ts';
import {
  type ChosenContacts,
  contactPage,
  examinedMaxOf,
  findContactSource,
} from '../../audience/segments/paging/contact-page.ts';
import {
  type ContactGroup,
  type ContactZones,
  type CountedContacts,
  sumGroups,
  zoneOf,
} from './contact-zones.ts';
import type { LeftOutReason } from './release.ts';

/** Contacts of a page. */
const PAGE_CONTACTS = 10_000;

/** The audience that is taken. */
export interface SelectedAudience extends ChosenContacts {
  dispatchId: string;
  topicId: string | null;
  /** The contact after which it continues. */
  after: string;
  /** Their addresses are neither reserved nor suppressed: nothing is sent to them. */
  simulatorDomains: readonly string[];
  /** Absent: each contact is due at once. */
  zones?: ZonedTime | undefined;
}

/** A time that clocks show, in the zone of each contact. */
interface ZonedTime extends ContactZones {
  /** The time that their clocks show, as if it were UTC. */
  wall: Date;
  /** When contacts are due whose zone is unknown. */
  unknownAt: Date;
}

/** A page that was taken. */
export interface SelectedPage extends CountedContacts {
  /** The last contact that was read; undefined: no more are left. */
  last: string | undefined;
}

/** The parameters that decide whether a contact is left out. The values are names of parameters. */
export interface LeftOutParameters {
  /** The name of the rows, which have email_key. */
  contacts: string;
  accountId: string;
  topicId: string;
  simulatorDomains: string;
  /**
   * `each`: a look-up by key for each contact, since Postgres might else read all decisions of the account for each page.
   * `all`: joins, for a statement that reads a whole audience.
   */
  by: 'each' | 'all';
}

/** SQL of why a contact is left out. */
export interface LeftOutSql {
  /** The joins that the conditions need. */
  joins: string;
  /** Reason → whether it applies, true or false. The first one that does is the contact's. */
  conditions: readonly (readonly [reason: LeftOutReason, condition: string])[];
  /** The reason; null: the contact is not left out. */
  reason: string;
}

export function leftOutReason(parameters: LeftOutParameters): LeftOutSql {
  const { contacts, accountId, topicId, simulatorDomains, by } = parameters;
  const look = (table: string, column: string, key: string, alias: string) => {
    const found = by === 'all' ? alias : 'found';
    const condition = `${found}.account_id = ${accountId} AND ${key.replaceAll('found', found)}`;
    return by === 'all'
      ? `LEFT JOIN ${table} AS ${alias} ON ${condition}`
      : `LEFT JOIN LATERAL (SELECT ${column} FROM ${table} AS found WHERE ${condition} OFFSET 0) AS ${alias} ON true`;
  };
  const key = `${contacts}.email_key`;
  const byDefault = `(SELECT default_subscription FROM topics WHERE id = ${topicId} AND account_id = ${accountId})`;
  const domain = `split_part(${key}, '@', -1)`;
  const isReal = `${domain} <> ALL(${simulatorDomains}::text[])`;
  const conditions = [
    ['reserved', `${isReserved(domain)} AND ${isReal}`],
    ['suppressed', `suppression.address IS NOT NULL AND ${isReal}`],
    ['unsubscribed', 'unsubscribe.email_key IS NOT NULL'],
    ['opted_out', `coalesce(choice.subscription, ${byDefault}, 'opt_in') = 'opt_out'`],
  ] as const;
  return {
    joins: [
      look('suppressions', 'address', `found.address = ${key}`, 'suppression'),
      look('unsubscribes', 'email_key', `found.email_key = ${key}`, 'unsubscribe'),
      look(
        'topic_choices',
        'subscription',
        `found.email_key = ${key} AND found.topic_id = ${topicId}`,
        'choice',
      ),
    ].join(' '),
    conditions,
    reason: firstReason(conditions),
  };
}

/** SQL of the first reason that applies. */
export function firstReason(conditions: LeftOutSql['conditions']): string {
  return `CASE ${conditions.map(([reason, condition]) => `WHEN ${condition} THEN '${reason}'`).join(' ')} END`;
}

/** Compares the last labels of the domain: a regular expression would take as long as a look-up. */
function isReserved(domain: string): string {
  const [last, before] = [-1, -2].map((place) => `split_part(${domain}, '.', ${place})`);
  const listOf = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');
  return `(${last} IN (${listOf(RESERVED_TOP_LEVEL)}) OR ${before} || '.' || ${last} IN (${listOf(RESERVED_DOMAINS)}))`;
}

/** Takes the next page. */
export async function selectAudience(
  client: Transaction,
  { dispatchId, topicId, after, simulatorDomains, zones, ...chosen }: SelectedAudience,
): Promise<SelectedPage> {
  const source = await findContactSource(client, chosen);
  if (!source) return { ...sumGroups([], zones !== undefined), last: undefined };
  const examined = examinedMaxOf(source, PAGE_CONTACTS);
  const { sql, values, name } = contactPage(chosen, source, { after, examined });
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const [dispatch, account, topic, domains] = [dispatchId, chosen.accountId, topicId, simulatorDomains].map(
    parameter,
  );
  const { joins, reason } = leftOutReason({
    contacts: 'page',
    by: 'each',
    accountId: `${account}::uuid`,
    topicId: `${topic}::uuid`,
    simulatorDomains: String(domains),
  });
  const { zone, dueAt } = zones ? await zonesOfPage(zones, parameter) : NO_ZONES;
  const text = `
    WITH page AS MATERIALIZED (
      SELECT id, account_id, email_key, is_met, ${zone} AS zone FROM (${sql}) AS page
    ), judged AS MATERIALIZED (
      SELECT page.id, page.account_id, zone, ${reason} AS reason FROM page ${joins} WHERE is_met
    ), taken AS (
      INSERT INTO campaign_recipients (dispatch_id, contact_id, account_id, sort_key, state, reason, due_at)
      SELECT ${dispatch}::uuid, id, account_id, (uuid_hash_extended(id, uuid_hash(${dispatch}::uuid)) >> 32)::integer,
             CASE WHEN reason IS NULL THEN 'pending' ELSE 'left_out' END, reason, ${dueAt}
      FROM judged
    )
    SELECT (SELECT coalesce(jsonb_agg(groups), '[]') FROM (
              SELECT reason, zone, count(*) FROM judged GROUP BY reason, zone) AS groups) AS groups,
           (SELECT id FROM page ORDER BY id OFFSET $3 - 1 LIMIT 1) AS last`;
  const { rows } = await client.query<{ groups: ContactGroup[]; last: string | null }>({
    ...(name !== undefined && { name: `take-${name}${zones ? '-by-zone' : ''}` }),
    text,
    values,
  });
  const { groups = [], last = null } = rows[0] ?? {};
  return { ...sumGroups(groups, zones !== undefined), last: last ?? undefined };
}

/** All contacts of the page have its time. */
const NO_ZONES = { zone: 'NULL::text', dueAt: '$5' };

/** SQL of the zones of a page of contacts, and when a contact of each zone is due. */
async function zonesOfPage(
  { property, wall, unknownAt }: ZonedTime,
  parameter: (value: unknown) => string,
): Promise<{ zone: string; dueAt: string }> {
  const instants = parameter(JSON.stringify(Object.fromEntries(await atWallTimeInAll(wall))));
  return {
    zone: zoneOf('page', parameter(property), instants),
    dueAt: `coalesce((${instants}::jsonb ->> zone)::timestamptz, ${parameter(unknownAt)}::timestamptz)`,
  };
}
