// Takes the audience of a dispatch, page by page: each contact becomes a recipient, pending or left out with its reason, in
// one INSERT … SELECT. The reasons are those for which a mail of the campaign would drop the address (emails/accept/
// drop-cause.ts), in the same order; they are asked again when its mail is released.
import { RESERVED_DOMAINS, RESERVED_TOP_LEVEL } from '../../../mail/domains/reserved-domains.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import {
  type ChosenContacts,
  contactPage,
  findContactSource,
  lookedAtOf,
} from '../../audience/segments/walking/contact-page.ts';

/** Contacts of a page. */
const PAGE_CONTACTS = 10_000;

/** Whose audience is taken. */
export interface TakenAudience extends ChosenContacts {
  dispatchId: string;
  topicId: string | null;
  /** After which contact it goes on. */
  after: string;
  /** Their addresses are neither reserved nor suppressed: nothing is sent to them. */
  simulatorDomains: readonly string[];
}

/** A page that was taken. */
export interface TakenPage {
  taken: number;
  /** Reason → how many of them were left out. */
  leftOut: Record<string, number>;
  /** The last contact that was looked at; undefined: no more are left. */
  last: string | undefined;
}

/** What decides whether a contact is left out. The values are names of parameters. */
export interface LeftOutParameters {
  /** The name of the rows, which have account_id and email_key. */
  contacts: string;
  topicId: string;
  simulatorDomains: string;
  /**
   * `each`: a look-up by key for each contact, since Postgres might else read all decisions of the account for each page.
   * `all`: joins, for a statement that looks at a whole audience.
   */
  by: 'each' | 'all';
}

/** SQL of the reason why a contact is left out (null: it is not), and of the joins that it needs. */
export function leftOutReason({ contacts, topicId, simulatorDomains, by }: LeftOutParameters): {
  joins: string;
  reason: string;
} {
  const look = (table: string, columns: string, condition: string, alias: string) =>
    by === 'all'
      ? `LEFT JOIN ${table} AS ${alias} ON ${alias}.account_id = ${contacts}.account_id AND ${condition.replaceAll('found', alias)}`
      : `LEFT JOIN LATERAL (SELECT ${columns} FROM ${table} AS found
           WHERE found.account_id = ${contacts}.account_id AND ${condition} OFFSET 0) AS ${alias} ON true`;
  const key = `${contacts}.email_key`;
  const domain = `split_part(${key}, '@', -1)`;
  const isReal = `${domain} <> ALL(${simulatorDomains}::text[])`;
  return {
    joins: [
      look('suppressions', 'address', `found.address = ${key}`, 'suppression'),
      look('unsubscribes', 'email_key', `found.email_key = ${key}`, 'unsubscribe'),
      look('topics', 'default_subscription', `found.id = ${topicId}`, 'topic'),
      look(
        'topic_choices',
        'subscription',
        `found.email_key = ${key} AND found.topic_id = ${topicId}`,
        'choice',
      ),
    ].join(' '),
    reason: `CASE
      WHEN ${isReserved(domain)} AND ${isReal} THEN 'reserved'
      WHEN suppression.address IS NOT NULL AND ${isReal} THEN 'suppressed'
      WHEN unsubscribe.email_key IS NOT NULL THEN 'unsubscribed'
      WHEN coalesce(choice.subscription, topic.default_subscription, 'opt_in') = 'opt_out' THEN 'opted_out'
      END`,
  };
}

/** By the last labels of the domain: a regular expression would take as long as a look-up. */
function isReserved(domain: string): string {
  const [last, before] = [-1, -2].map((place) => `split_part(${domain}, '.', ${place})`);
  const listOf = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');
  return `(${last} IN (${listOf(RESERVED_TOP_LEVEL)}) OR ${before} || '.' || ${last} IN (${listOf(RESERVED_DOMAINS)}))`;
}

/** Takes the next page. */
export async function takeAudience(
  client: Transaction,
  { dispatchId, topicId, after, simulatorDomains, ...chosen }: TakenAudience,
): Promise<TakenPage> {
  const source = await findContactSource(client, chosen);
  if (!source) return { taken: 0, leftOut: {}, last: undefined };
  const lookedAt = lookedAtOf(source, PAGE_CONTACTS);
  const { sql, values, name } = contactPage(chosen, source, { after, lookedAt });
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const [dispatch, topic, domains] = [dispatchId, topicId, simulatorDomains].map(parameter);
  const { joins, reason } = leftOutReason({
    ...{ contacts: 'page', by: 'each', topicId: `${topic}::uuid` },
    simulatorDomains: String(domains),
  });
  const text = `
    WITH page AS MATERIALIZED (
      SELECT id, account_id, email_key, is_met FROM (${sql}) AS page
    ), taken AS (
      INSERT INTO campaign_recipients (dispatch_id, contact_id, account_id, sort_key, state, reason, due_at)
      SELECT ${dispatch}::uuid, id, account_id, (uuid_hash_extended(id, uuid_hash(${dispatch}::uuid)) >> 32)::integer,
             CASE WHEN reason IS NULL THEN 'pending' ELSE 'left_out' END, reason, $5
      FROM (SELECT page.id, page.account_id, ${reason} AS reason FROM page ${joins} WHERE is_met OFFSET 0) AS page
      RETURNING reason
    )
    SELECT (SELECT count(*) FROM taken)::integer AS taken,
           (SELECT coalesce(jsonb_object_agg(reason, count), '{}') FROM (
              SELECT reason, count(*) FROM taken WHERE reason IS NOT NULL GROUP BY reason) AS counts) AS "leftOut",
           (SELECT id FROM page ORDER BY id OFFSET $3 - 1 LIMIT 1) AS last`;
  const { rows } = await client.query<TakenPage & { last: string | null }>({
    ...(name !== undefined && { name: `take-${name}` }),
    ...{ text, values },
  });
  const { taken = 0, leftOut = {}, last = null } = rows[0] ?? {};
  return { taken, leftOut, last: last ?? undefined };
}
