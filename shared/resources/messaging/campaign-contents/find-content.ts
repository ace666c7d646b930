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

/** A content is not there: it has gone with its deleted campaign (shared/resources/retention.ts), or that is a bug. */
export class CampaignContentGoneError extends Error {
  override readonly name = 'CampaignContentGoneError';
}

/** Reads a content that a campaign refers to. @throws CampaignContentGoneError */
export async function requireCampaignContent(
  database: Queryable,
  accountId: string,
  id: string,
): Promise<CampaignContent> {
  const content = await findCampaignContent(database, accountId, id);
  if (!content) throw new CampaignContentGoneError(`The content ${id} of a campaign is not there.`);
  return content;
}
