// Writes a row of what a campaign says. It is never updated.
import type { Queryable } from '../../../platform/db/connect.ts';
import { columnValues, insertedColumns } from '../content-columns.ts';
import { CAMPAIGN_CONTENT_COLUMNS, type CampaignContent } from './content.ts';

const INSERT = `INSERT INTO campaign_contents ${insertedColumns(CAMPAIGN_CONTENT_COLUMNS)}`;

/** Inserts a content. The caller makes it the one of its campaign, in the same transaction. */
export async function insertCampaignContent(client: Queryable, content: CampaignContent): Promise<void> {
  await client.query({
    name: 'insert-campaign-content',
    text: INSERT,
    values: columnValues(CAMPAIGN_CONTENT_COLUMNS, content),
  });
}
