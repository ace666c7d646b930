// Finds the link of its campaign that a click counts for, and stores new links (docs/architecture/campaign-links.md). A
// link is identified by its url, without the parameters that the campaign has added. Known ones need no lock; for a new
// one the links of its campaign are locked until the end of the transaction, so their number is exact.
import { createHash } from 'node:crypto';
import { CAMPAIGN_LINKS_MAX } from '../../../../contract/limits.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { uuidOfHash } from '../../../../platform/time/ids.ts';
import type { CampaignMail } from '../campaign-mail.ts';
import { lockCampaignLinks } from './lock-links.ts';

/** A click of a person on a link of campaign mail. */
export interface CampaignClick {
  campaign: CampaignMail;
  accountId: string;
  url: string;
}

/**
 * The link that a click counts for; undefined: none, because there are too many, or the campaign no longer has this
 * recipient.
 */
export type LinkOfClick = (click: Omit<CampaignClick, 'accountId'>) => string | undefined;

interface CampaignLink {
  campaignId: string;
  id: string;
  accountId: string;
  url: string;
}

/** The stored links of clicks. */
interface StoredLinks {
  /** Keys of those that have a url: of one whose person was erased it is empty (forget-links.ts). */
  named: Set<string>;
  /** Keys of all that are there. */
  known: Set<string>;
  /** Campaign → its links; absent for campaigns where all links of the clicks are known. */
  counts: Map<string, number>;
}

const idOf = (url: string): string => uuidOfHash(createHash('sha256').update(url).digest());
const keyOf = (campaignId: string, id: string): string => `${campaignId} ${id}`;
const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '');
const unique = (values: readonly string[]) => [...new Set(values)];

/** Finds or stores the links of clicks. The caller has locked the emails and recipients, and no recipient of a campaign yet. */
export async function identifyCampaignLinks(
  client: Transaction,
  clicks: readonly CampaignClick[],
): Promise<LinkOfClick> {
  if (clicks.length === 0) return () => undefined;
  const before = identify(clicks, await findStored(client, clicks));
  if (before.added.length === 0) return before.linkOf;
  await lockCampaignLinks(
    client,
    before.added.map(({ campaignId }) => campaignId),
  );
  const counted = await findCounted(client, clicks);
  const { added, linkOf } = identify(counted, await findStored(client, counted));
  await insertLinks(client, added);
  return linkOf;
}

/**
 * Identifies links in the order of the clicks: by the whole url while there are few; further ones by the part before
 * the query.
 */
function identify(clicks: readonly CampaignClick[], { named, known, counts }: StoredLinks) {
  const added: CampaignLink[] = [];
  const ids = new Map<string, string>();
  const take = (
    { campaign: { campaignId }, accountId }: CampaignClick,
    url: string,
    max: number,
  ): boolean => {
    const id = idOf(url);
    const key = keyOf(campaignId, id);
    if (named.has(key)) return true;
    const count = counts.get(campaignId) ?? 0;
    if (!known.has(key)) {
      if (count >= max) return false;
      counts.set(campaignId, count + 1);
    }
    named.add(key);
    added.push({ campaignId, id, accountId, url });
    return true;
  };
  for (const click of clicks) {
    const { url, campaign } = click;
    const short = withoutQuery(url);
    const taken = take(click, url, CAMPAIGN_LINKS_MAX)
      ? url
      : take(click, short, 2 * CAMPAIGN_LINKS_MAX)
        ? short
        : undefined;
    if (taken !== undefined) ids.set(keyOf(campaign.campaignId, url), idOf(taken));
  }
  return { added, linkOf: ({ campaign: { campaignId }, url }) => ids.get(keyOf(campaignId, url)) } satisfies {
    added: CampaignLink[];
    linkOf: LinkOfClick;
  };
}

async function findStored(client: Transaction, clicks: readonly CampaignClick[]): Promise<StoredLinks> {
  const asked = clicks.flatMap(({ campaign: { campaignId }, url }) =>
    unique([url, withoutQuery(url)]).map((each) => ({ campaignId, id: idOf(each) })),
  );
  const { rows } = await client.query<{ campaignId: string; id: string; isNamed: boolean }>({
    name: 'find-campaign-links',
    text: `SELECT link.campaign_id AS "campaignId", link.id, url <> '' AS "isNamed"
           FROM unnest($1::uuid[], $2::uuid[]) AS given (campaign_id, id)
           JOIN campaign_links AS link ON link.campaign_id = given.campaign_id AND link.id = given.id`,
    values: [asked.map(({ campaignId }) => campaignId), asked.map(({ id }) => id)],
  });
  const keys = (some: typeof rows) => new Set(some.map(({ campaignId, id }) => keyOf(campaignId, id)));
  const named = keys(rows.filter(({ isNamed }) => isNamed));
  const unnamed = clicks.filter(({ campaign, url }) => !named.has(keyOf(campaign.campaignId, idOf(url))));
  return { named, known: keys(rows), counts: await countLinks(client, unnamed) };
}

async function countLinks(
  client: Transaction,
  clicks: readonly CampaignClick[],
): Promise<Map<string, number>> {
  if (clicks.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; count: number }>({
    name: 'count-campaign-links',
    text: `SELECT campaign_id AS id, count(*)::integer AS count FROM campaign_links
           WHERE campaign_id = ANY($1::uuid[]) GROUP BY campaign_id`,
    values: [unique(clicks.map(({ campaign }) => campaign.campaignId))],
  });
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Finds clicks of existing recipients: links of a campaign that is being removed must not come back. */
async function findCounted(client: Transaction, clicks: readonly CampaignClick[]): Promise<CampaignClick[]> {
  const { rows } = await client.query<{ place: number }>({
    name: 'find-recipients-of-clicks',
    text: `SELECT place::integer FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS given (dispatch_id, contact_id, place)
           CROSS JOIN LATERAL (
             SELECT FROM campaign_recipients
             WHERE dispatch_id = given.dispatch_id AND contact_id = given.contact_id OFFSET 0) AS recipient`,
    values: [
      clicks.map(({ campaign }) => campaign.dispatchId),
      clicks.map(({ campaign }) => campaign.contactId),
    ],
  });
  const places = new Set(rows.map(({ place }) => place));
  return clicks.filter((_, index) => places.has(index + 1));
}

async function insertLinks(client: Transaction, links: readonly CampaignLink[]): Promise<void> {
  if (links.length === 0) return;
  await client.query({
    name: 'insert-campaign-links',
    text: `INSERT INTO campaign_links (campaign_id, id, account_id, url)
           SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) ORDER BY 1, 2
           ON CONFLICT (campaign_id, id) DO UPDATE SET url = excluded.url`,
    values: [
      links.map(({ campaignId }) => campaignId),
      links.map(({ id }) => id),
      links.map(({ accountId }) => accountId),
      links.map(({ url }) => url),
    ],
  });
}
