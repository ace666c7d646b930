// Writes a row of what a campaign says. It is never updated.
import type { Queryable } from '../../../platform/db/connect.ts';
import type { CampaignContent } from './content.ts';

const INSERT = `
  INSERT INTO campaign_contents (id, account_id, campaign_id, from_address, subject, reply_to_addresses, preview_text,
                                 html, text, template_id, variables, declared, postal_address, created_at, utm, poll)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`;

/** Inserts a content. The caller makes it the one of its campaign, in the same transaction. */
export async function insertCampaignContent(client: Queryable, content: CampaignContent): Promise<void> {
  await client.query({
    name: 'insert-campaign-content',
    text: INSERT,
    values: [
      content.id,
      content.accountId,
      content.campaignId,
      content.from,
      content.subject,
      content.replyTo,
      content.previewText,
      content.html,
      content.text,
      content.templateId,
      content.variables && JSON.stringify(content.variables),
      content.declared && JSON.stringify(content.declared),
      content.postalAddress,
      content.createdAt,
      content.utm && JSON.stringify(content.utm),
      content.poll && JSON.stringify(content.poll),
    ],
  });
}
