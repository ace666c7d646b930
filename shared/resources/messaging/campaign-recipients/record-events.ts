// Records what happens to mail of campaigns: the row of each recipient (its state, the times and numbers of what happened, the
// links that were followed) and the counters of the campaign and its links, in one statement, so that all agree. It is called where events of emails are
// appended (emails/events/append.ts), after the rows of recipients and before the counters of emails
// (docs/architecture/guarantees.md#lock-order).
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { CampaignMail } from './campaign-mail.ts';

/** Something that has happened to the mail of a campaign to a contact. */
export interface CampaignOccurrence {
  campaign: CampaignMail;
  accountId: string;
  domainId: string;
  /** The name under which it counts (emails/metrics/counts.ts); or `canceled`, which is not counted. */
  name: string;
  at: Date;
}

/** The states that a recipient may have after its first outcome, but for `delivery_delayed`, which no other gives way to. */
const STATES = new Set(['sent', 'delivered', 'bounced', 'failed', 'suppressed', 'complained', 'canceled']);

/** Events that happen once: the column with the first time. */
export const RECIPIENT_TIMES: Readonly<Record<string, string>> = {
  sent: 'sent_at',
  delivered: 'delivered_at',
  bounced: 'bounced_at',
  failed: 'failed_at',
  suppressed: 'suppressed_at',
  complained: 'complained_at',
  unique_opened: 'opened_at',
  unique_clicked: 'clicked_at',
  unsubscribed: 'unsubscribed_at',
};

/** Events that happen several times: the column with the number. */
export const RECIPIENT_NUMBERS: Readonly<Record<string, string>> = {
  delivery_delayed: 'delays',
  opened: 'opens',
  clicked: 'clicks',
  machine_opened: 'machine_opens',
  machine_clicked: 'machine_clicks',
};

const BOUNCE_TYPES: Readonly<Record<string, string>> = {
  bounced_permanent: 'permanent',
  bounced_transient: 'transient',
  bounced_undetermined: 'undetermined',
};

/** States of a recipient before its first outcome. */
const UNTRIED = "('pending', 'released')";

/** SQL of the name of the counter of a variant, in addition to the campaign's counter: `0.sent`. */
export const nameOfVariant = (variant: string, name: string): string => `${variant} || '.' || ${name}`;

/** Both are small: a person follows few links. */
const ADDED_LINKS = `
          coalesce(recipient.clicked_links, '{}') || (
            SELECT jsonb_object_agg(id, number::integer + coalesce((recipient.clicked_links ->> id)::integer, 0))
            FROM jsonb_each_text(change.links) AS link (id, number))`;

/**
 * A recipient is `tried` once, by its first outcome. Only recipients with a row are counted: when a campaign is deleted,
 * its counters do not come back. Slots and the order of locks are the same as in emails/metrics/count.ts.
 */
const RECORD = `
  WITH change AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS change (
      account_id uuid, campaign_id uuid, domain_id uuid, dispatch_id uuid, contact_id uuid, at timestamptz, state text,
      bounce_type text, counts jsonb, links jsonb, ${columnsOf(RECIPIENT_TIMES, 'timestamptz')}, ${columnsOf(RECIPIENT_NUMBERS, 'integer')})
  ), locked AS MATERIALIZED (
    SELECT change.dispatch_id, change.contact_id, recipient.state, recipient.variant, recipient.clicked_links
    FROM (SELECT dispatch_id, contact_id FROM change ORDER BY 1, 2) AS change CROSS JOIN LATERAL (
      SELECT state, variant, clicked_links FROM campaign_recipients
      WHERE dispatch_id = change.dispatch_id AND contact_id = change.contact_id FOR NO KEY UPDATE) AS recipient
  ), updated AS (
    UPDATE campaign_recipients AS recipient
    SET state = coalesce(
          change.state,
          CASE WHEN change.delays > 0 AND recipient.state IN ${UNTRIED} THEN 'delivery_delayed' END,
          recipient.state),
        bounce_type = coalesce(change.bounce_type, recipient.bounce_type),
        clicked_links = CASE WHEN change.links IS NULL THEN recipient.clicked_links ELSE ${ADDED_LINKS} END,
        ${Object.values(RECIPIENT_TIMES).map((column) => `${column} = coalesce(recipient.${column}, change.${column})`)},
        ${Object.values(RECIPIENT_NUMBERS).map((column) => `${column} = recipient.${column} + coalesce(change.${column}, 0)`)}
    FROM change JOIN locked USING (dispatch_id, contact_id)
    WHERE recipient.dispatch_id = change.dispatch_id AND recipient.contact_id = change.contact_id
      AND recipient.dispatch_id = ANY($2::uuid[]) AND recipient.contact_id = ANY($3::uuid[])
    RETURNING change.*, locked.variant, locked.clicked_links AS links_before, locked.state IN ${UNTRIED} AND recipient.state NOT IN ${UNTRIED} AS is_tried
  ), linked AS (
    INSERT INTO campaign_link_counts AS counter (campaign_id, link_id, slot, clicks, unique_clicks)
    SELECT campaign_id, link.id::uuid, pg_backend_pid() % 8, sum(link.number::integer),
           count(*) FILTER (WHERE NOT coalesce(links_before ? link.id, false))
    FROM updated CROSS JOIN LATERAL jsonb_each_text(links) AS link (id, number)
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (campaign_id, link_id, slot)
      DO UPDATE SET clicks = counter.clicks + excluded.clicks, unique_clicks = counter.unique_clicks + excluded.unique_clicks
  ), counted AS (
    SELECT account_id, campaign_id, domain_id, variant, name, one.at
    FROM updated CROSS JOIN LATERAL jsonb_to_recordset(counts) AS one (name text, at timestamptz)
    UNION ALL
    SELECT account_id, campaign_id, domain_id, variant, 'tried', at FROM updated WHERE is_tried
  ), named AS (
    SELECT account_id, campaign_id, domain_id, name, at FROM counted
    UNION ALL
    SELECT account_id, campaign_id, domain_id, ${nameOfVariant('variant', 'name')}, at FROM counted WHERE variant IS NOT NULL
  )
  INSERT INTO campaign_metrics AS counter (account_id, starts_at, campaign_id, domain_id, metric, slot, count)
  SELECT account_id, date_bin('15 minutes', at, 'epoch'), campaign_id, domain_id, name, pg_backend_pid() % 8, count(*)
  FROM named GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (account_id, starts_at, campaign_id, domain_id, metric, slot)
    DO UPDATE SET count = counter.count + excluded.count`;

function columnsOf(columns: Readonly<Record<string, string>>, type: string): string {
  return Object.values(columns)
    .map((column) => `${column} ${type}`)
    .join(', ');
}

/** The changes in the row of one recipient: the values of its columns, by their names. */
interface Change extends Record<string, unknown> {
  dispatch_id: string;
  contact_id: string;
  counts: { name: string; at: Date }[];
  /** Link → clicks. */
  links?: Record<string, number>;
}

/** Records events in their order. Without events it runs no statement. */
export async function recordCampaignEvents(
  transaction: Transaction,
  occurrences: readonly CampaignOccurrence[],
): Promise<void> {
  if (occurrences.length === 0) return;
  const changes = changesOf(occurrences);
  await transaction.query({
    name: 'record-campaign-events',
    text: RECORD,
    values: [
      JSON.stringify(changes),
      [...new Set(changes.map((change) => change.dispatch_id))],
      [...new Set(changes.map((change) => change.contact_id))],
    ],
  });
}

function changesOf(occurrences: readonly CampaignOccurrence[]): Change[] {
  const changes = new Map<string, Change>();
  for (const occurrence of occurrences) {
    const { campaign, accountId, domainId, at } = occurrence;
    const { campaignId, dispatchId, contactId } = campaign;
    const key = `${dispatchId} ${contactId}`;
    const change = changes.get(key) ?? {
      account_id: accountId,
      campaign_id: campaignId,
      domain_id: domainId,
      dispatch_id: dispatchId,
      contact_id: contactId,
      at,
      counts: [],
    };
    changes.set(key, change);
    apply(change, occurrence);
  }
  return [...changes.values()];
}

function apply(change: Change, { name, at, campaign: { link } }: CampaignOccurrence): void {
  if (name !== 'canceled') change.counts.push({ name, at });
  if (STATES.has(name)) change['state'] = name;
  const time = RECIPIENT_TIMES[name];
  const number = RECIPIENT_NUMBERS[name];
  const bounceType = BOUNCE_TYPES[name];
  if (time !== undefined) change[time] ??= at;
  if (number !== undefined) change[number] = Number(change[number] ?? 0) + 1;
  if (bounceType !== undefined) change['bounce_type'] = bounceType;
  if (name === 'clicked' && link !== undefined) {
    change.links ??= {};
    change.links[link] = (change.links[link] ?? 0) + 1;
  }
}
