// Lists the links of a campaign that people have followed, the links of most people first. Their number is bounded
// (messaging/campaign-recipients/links/identify-links.ts), so a page is found by adding up all of them; urls are read
// for the page alone.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { cutPage, type Page, type PageRequest } from '../../../../platform/db/page.ts';
import type { CampaignPath } from '../campaign.ts';
import { requireCampaign } from '../find.ts';

/** A link that people have followed. */
export interface ClickedLink {
  id: string;
  /** The url without the parameters of the campaign; empty: only a person who was erased has followed it. */
  url: string;
  clicks: number;
  /** Recipients who clicked it. */
  uniqueClicks: number;
}

const ORDER = 'sum(unique_clicks) DESC, sum(clicks) DESC, link_id';

/** @param beyond the condition of rows beyond the cursor @param order of the places */
const select = (beyond: string, order: 'ASC' | 'DESC') => `
  WITH ranked AS MATERIALIZED (
    SELECT link_id, sum(clicks)::integer AS clicks, sum(unique_clicks)::integer AS unique_clicks,
           row_number() OVER (ORDER BY ${ORDER}) AS place
    FROM campaign_link_counts WHERE campaign_id = $1 GROUP BY link_id
  ), page AS MATERIALIZED (
    SELECT * FROM ranked WHERE $3::uuid IS NULL OR place ${beyond} (SELECT place FROM ranked WHERE link_id = $3)
    ORDER BY place ${order} LIMIT $2
  )
  SELECT link_id AS id, clicks, unique_clicks AS "uniqueClicks",
         coalesce((SELECT url FROM campaign_links WHERE campaign_id = $1 AND id = link_id), '') AS url
  FROM page ORDER BY place ${order}`;

/** @throws DomainError `not_found` */
export async function listClickedLinks(
  database: Queryable,
  { page, ...path }: CampaignPath & { page: PageRequest },
): Promise<Page<ClickedLink>> {
  const { limit, after, before } = page;
  const { id } = await requireCampaign(database, path);
  const { rows } = await database.query<ClickedLink>({
    name: before === undefined ? 'list-clicked-links' : 'list-clicked-links-before',
    text: before === undefined ? select('>', 'ASC') : select('<', 'DESC'),
    values: [id, limit + 1, before ?? after],
  });
  return cutPage(rows, page);
}
