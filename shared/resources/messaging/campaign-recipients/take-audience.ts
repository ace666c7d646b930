// Takes the audience of a dispatch, page by page: each contact becomes a recipient, pending or left out with its reason, in
// one INSERT … SELECT. The reasons are those for which a mail of the campaign would drop the address (emails/accept/
// drop-cause.ts), in the same order; they are asked again when its mail is released.
import { reservedDomainPattern } from '../../../mail/domains/reserved-domains.ts';
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

/** What decides whether a contact is left out. The names are parameters. */
export interface LeftOutParameters {
  topicId: string;
  simulatorDomains: string;
}

/**
 * SQL of the reason why a contact is left out; null: it is not. `OFFSET 0` makes each a look-up by key: Postgres might else
 * read all decisions of the account for each page.
 * @param contacts the name of the rows, which have account_id and email_key
 */
export function leftOutReason(contacts: string, { topicId, simulatorDomains }: LeftOutParameters): string {
  const own = `account_id = ${contacts}.account_id`;
  const domain = `substring(${contacts}.email_key FROM '[^@]*$')`;
  return `CASE
    WHEN ${domain} <> ALL(${simulatorDomains}::text[]) AND ${domain} ~ '${reservedDomainPattern()}' THEN 'reserved'
    WHEN ${domain} <> ALL(${simulatorDomains}::text[]) AND (
      SELECT true FROM suppressions WHERE ${own} AND address = ${contacts}.email_key OFFSET 0) THEN 'suppressed'
    WHEN (SELECT true FROM unsubscribes WHERE ${own} AND email_key = ${contacts}.email_key OFFSET 0) THEN 'unsubscribed'
    WHEN ${topicId}::uuid IS NOT NULL AND coalesce(
      (SELECT subscription FROM topic_choices
       WHERE ${own} AND email_key = ${contacts}.email_key AND topic_id = ${topicId} OFFSET 0),
      (SELECT default_subscription FROM topics WHERE ${own} AND id = ${topicId} OFFSET 0), 'opt_in') = 'opt_out'
      THEN 'opted_out'
    END`;
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
  const reason = leftOutReason('page', { topicId: topic as string, simulatorDomains: domains as string });
  const text = `
    WITH page AS MATERIALIZED (
      SELECT id, account_id, email_key, is_met FROM (${sql}) AS page
    ), taken AS (
      INSERT INTO campaign_recipients (dispatch_id, contact_id, account_id, sort_key, state, reason, due_at)
      SELECT ${dispatch}::uuid, id, account_id, (uuid_hash_extended(id, uuid_hash(${dispatch}::uuid)) >> 32)::integer,
             CASE WHEN reason IS NULL THEN 'pending' ELSE 'left_out' END, reason, $5
      FROM (SELECT id, account_id, ${reason} AS reason FROM page WHERE is_met OFFSET 0) AS page
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
