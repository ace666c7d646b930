// Lists the recipients of a campaign by their results, newest contacts first. Each list is read in the order of an
// index. Addresses are read from the present contacts: they are not copied to a campaign.
import type {
  CAMPAIGN_BOUNCE_TYPES,
  CAMPAIGN_RECIPIENT_TYPES,
} from '../../../../contract/campaigns/values.ts';
import { DomainError } from '../../../../contract/domain-error.ts';
import { addressKey } from '../../../../mail/addresses.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { findPage, type ListedRows, type Page, type PageRequest } from '../../../../platform/db/page.ts';
import { requireCampaign } from '../find.ts';

/** The kinds of recipients. */
export type CampaignRecipientType = (typeof CAMPAIGN_RECIPIENT_TYPES)[number];

/** The recipients to list. */
export interface ListedRecipients {
  accountId: string;
  /** The id of the campaign. */
  id: string;
  type: CampaignRecipientType;
  /** Only the contact that has this address now. */
  email?: string | undefined;
  /** Only bounces of this kind. */
  bounceType?: (typeof CAMPAIGN_BOUNCE_TYPES)[number] | undefined;
  /** Only recipients of the test group that have the variant with this key. */
  variant?: string | undefined;
  page: PageRequest;
}

/** A recipient. */
export interface CampaignRecipient {
  /** The cursor: the contact, even an erased one. */
  id: string;
  /** Null: the person was erased. */
  contactId: string | null;
  /** Empty: the contact was deleted. */
  email: string;
  /** The key of the variant that it has; null: it is in no test group. */
  variant: string | null;
  /** Opens or clicks, of machines where no person did so; null: another type is listed. */
  count: number | null;
  /** The links that it has followed, most clicks first; null: another type is listed. */
  clickedLinks: readonly { url: string; clicks: number }[] | null;
  /** Null: it did not bounce. */
  bounceType: string | null;
  /** Why it was left out; null: it was not. */
  reason: string | null;
  /** No person has opened or clicked; null: another type is listed. */
  machineOnly: boolean | null;
}

/** The recipients of each type. */
const CONDITIONS: Readonly<Record<CampaignRecipientType, string>> = {
  sent: 'sent_at IS NOT NULL',
  // A person who complains has received the mail.
  delivered: `state IN ('delivered', 'complained')`,
  opened: '(opened_at IS NOT NULL OR machine_opens > 0)',
  clicked: '(clicked_at IS NOT NULL OR machine_clicks > 0)',
  bounced: `state = 'bounced'`,
  complained: `state = 'complained'`,
  unsubscribed: 'unsubscribed_at IS NOT NULL',
  suppressed: `state = 'suppressed'`,
  left_out: `state = 'left_out'`,
  failed: `state = 'failed'`,
  pending: `state IN ('pending', 'released')`,
};

/** The most links per recipient: so a page of recipients who follow every link stays small. */
const LINKS_SHOWN = 100;

const RECIPIENTS = 'SELECT *, contact_id AS id FROM campaign_recipients';

/**
 * The index of unfinished recipients is not in the order of contacts. Up to this many are read by it and sorted; of more,
 * the next ones are near in the order of contacts.
 */
const SORTED_MAX = 10_000;

/** OFFSET keeps the order of contacts away: between few there may be all others. */
const FEW_PENDING = `${RECIPIENTS} WHERE dispatch_id = ANY($1::uuid[]) AND ${CONDITIONS.pending} OFFSET 0`;

/** CASE keeps the index of unfinished recipients away. */
const MANY_PENDING = `${RECIPIENTS} WHERE CASE WHEN ${CONDITIONS.pending} THEN true END`;

/** @throws DomainError `not_found`; `validation_error` for a variant that it does not test */
export async function listCampaignRecipients(
  database: Queryable,
  listed: ListedRecipients,
): Promise<Page<CampaignRecipient>> {
  const { dispatchId, audienceId, abTest } = await requireCampaign(database, listed);
  const keys = abTest?.variants.map(({ key }) => key) ?? [];
  if (listed.variant !== undefined && !keys.includes(listed.variant))
    throw new DomainError(
      'validation_error',
      `The campaign has no variant ${JSON.stringify(listed.variant)}.`,
    );
  if (dispatchId === null) return { rows: [], hasMore: false };
  const source = await sourceOf(database, listed.type, dispatchId);
  return findPage(database, rowsOf(listed, { dispatchId, audienceId, source, keys }), listed.page);
}

interface Found {
  dispatchId: string;
  audienceId: string;
  source: string;
  /** The keys of its variants. */
  keys: readonly string[];
}

function rowsOf(
  { accountId, id, type, email, bounceType, variant }: ListedRecipients,
  { dispatchId, audienceId, source, keys }: Found,
): ListedRows {
  const values: unknown[] = [[dispatchId]];
  const conditions = ['dispatch_id = ANY($1::uuid[])'];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  if (email !== undefined)
    conditions.push(`id = (SELECT id FROM contacts WHERE account_id = ${parameter(accountId)}
      AND audience_id = ${parameter(audienceId)} AND email_key = ${parameter(addressKey(email))})`);
  if (bounceType !== undefined) conditions.push(`bounce_type = ${parameter(bounceType)}`);
  const names = keys.length > 0 ? `(${parameter(keys)}::text[])[variant + 1]` : 'NULL::text';
  if (variant !== undefined) conditions.push(`variant = ${parameter(keys.indexOf(variant))}`);
  const links = type === 'clicked' ? clickedLinksOf(parameter(id)) : 'NULL';
  const select = selectFrom(source, type, { variant: names, links });
  return { select, where: conditions.join(' AND '), values, orderedWithin: 'dispatch_id' };
}

const HITS = {
  opened: { person: 'opened_at', people: 'opens', machines: 'machine_opens' },
  clicked: { person: 'clicked_at', people: 'clicks', machines: 'machine_clicks' },
} as const;

/** SQL of the links that a recipient has followed. */
const clickedLinksOf = (campaignId: string) => `
  (SELECT coalesce(jsonb_agg(jsonb_build_object('url', url, 'clicks', clicks)), '[]') FROM (
     SELECT url, link.clicks::integer AS clicks FROM jsonb_each_text(clicked_links) AS link (id, clicks)
     JOIN campaign_links ON campaign_links.campaign_id = ${campaignId} AND campaign_links.id = link.id::uuid
     ORDER BY 2 DESC, campaign_links.id LIMIT ${LINKS_SHOWN}) AS followed)`;

/** The address and the links are sub-selects: they are looked up for the rows of the page alone. */
function selectFrom(
  source: string,
  type: CampaignRecipientType,
  { variant, links }: { variant: string; links: string },
): string {
  const hits = type === 'opened' || type === 'clicked' ? HITS[type] : undefined;
  const count = hits
    ? `CASE WHEN ${hits.person} IS NULL THEN ${hits.machines} ELSE ${hits.people} END`
    : 'NULL';
  return `
    SELECT id, CASE WHEN NOT is_erased THEN id END AS "contactId",
           coalesce((SELECT email FROM contacts WHERE contacts.id = recipient.id), '') AS email, ${variant} AS variant,
           ${count} AS count, ${links} AS "clickedLinks", CASE WHEN state = 'bounced' THEN bounce_type END AS "bounceType", reason,
           ${hits ? `${hits.person} IS NULL` : 'NULL'} AS "machineOnly"
    FROM (${source}) AS recipient`;
}

/** The SELECT of the recipients of a type. */
async function sourceOf(
  database: Queryable,
  type: CampaignRecipientType,
  dispatchId: string,
): Promise<string> {
  if (type !== 'pending') return `${RECIPIENTS} WHERE ${CONDITIONS[type]}`;
  const { rows } = await database.query<{ isMany: boolean }>({
    name: 'are-pending-campaign-recipients-many',
    text: `SELECT count(*) > ${SORTED_MAX} AS "isMany" FROM (
             SELECT FROM campaign_recipients WHERE dispatch_id = $1 AND state IN ('pending', 'released')
             LIMIT ${SORTED_MAX + 1}) AS pending`,
    values: [dispatchId],
  });
  return rows[0]?.isMany ? MANY_PENDING : FEW_PENDING;
}
