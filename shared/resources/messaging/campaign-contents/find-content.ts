// Reads what campaigns say.
import type { Queryable } from '../../../platform/db/connect.ts';
import { selectedColumns } from '../content-columns.ts';
import { CAMPAIGN_CONTENT_COLUMNS, type CampaignContent } from './content.ts';

const SELECTED = selectedColumns(CAMPAIGN_CONTENT_COLUMNS, 'campaign_contents');

/** A missing content: it was removed with its deleted campaign (shared/resources/retention.ts), or this is a bug. */
export class CampaignContentGoneError extends Error {
  override readonly name = 'CampaignContentGoneError';
}

/** Reads contents that a campaign refers to, in the order of their ids as given. @throws CampaignContentGoneError */
export async function requireCampaignContents(
  database: Queryable,
  accountId: string,
  ids: readonly string[],
): Promise<CampaignContent[]> {
  const { rows } = await database.query<CampaignContent>({
    name: 'find-campaign-contents',
    text: `SELECT ${SELECTED} FROM campaign_contents
           WHERE id = ANY($2::uuid[]) AND account_id = $1`,
    values: [accountId, ids],
  });
  const contentOf = new Map(rows.map((content) => [content.id, content]));
  return ids.map((id) => {
    const content = contentOf.get(id);
    if (!content) throw new CampaignContentGoneError(`The content ${id} of a campaign is not there.`);
    return content;
  });
}

/** Reads a content that a campaign refers to. @throws CampaignContentGoneError */
export async function requireCampaignContent(
  database: Queryable,
  accountId: string,
  id: string,
): Promise<CampaignContent> {
  const [content] = await requireCampaignContents(database, accountId, [id]);
  return content as CampaignContent;
}
