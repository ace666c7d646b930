// Reads what a campaign says.
import type { Queryable } from '../../../platform/db/connect.ts';
import { CAMPAIGN_CONTENT_COLUMNS, type CampaignContent } from './content.ts';

/** @returns undefined when there is no such content, or it is another account's */
export async function findCampaignContent(
  database: Queryable,
  accountId: string,
  id: string,
): Promise<CampaignContent | undefined> {
  const { rows } = await database.query<CampaignContent>({
    name: 'find-campaign-content',
    text: `SELECT ${CAMPAIGN_CONTENT_COLUMNS} FROM campaign_contents AS content
           WHERE content.id = $2 AND content.account_id = $1`,
    values: [accountId, id],
  });
  return rows[0];
}

/** Reads a content that a campaign refers to. @throws Error when it is not there, which is a bug */
export async function requireCampaignContent(
  database: Queryable,
  accountId: string,
  id: string,
): Promise<CampaignContent> {
  const content = await findCampaignContent(database, accountId, id);
  if (!content) throw new Error(`The content ${id} of a campaign is not there.`);
  return content;
}
